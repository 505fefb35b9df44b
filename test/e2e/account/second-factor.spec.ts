import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { adminSession, ageProof, fillCredentials, makeAccount, PASSWORD, signIn, signInAsAdmin } from "../accounts.ts";
import { expect, type RunningSite, startSite, stopSite, test } from "../site.ts";

/** A phone's or a laptop's own authenticator, whose finger is always right. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    refuse: () => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }),
    forget: () => devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
  };
}

/** Each test has its own account, because a code works once. */
async function signInAs(page: Page, site: RunningSite, email: string, role: "admin" | "user" = "admin") {
  await makeAccount(site, { email, role });
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(role === "admin" ? /\/admin$/ : /\/$/);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signOutAndFill(page: Page, email: string) {
  await button(page, "Logout").click();
  await expect(page).toHaveURL(/\/login$/);
  await fillCredentials(page, email, PASSWORD);
  await button(page, "Sign In").click();
}

test("a passkey is added, is the second step, and signs in alone", { tag: "@drill" }, async ({ page, site }) => {
  await signInAs(page, site, "passkey@example.com");
  const authenticator = await addAuthenticator(page);
  await page.goto("/account");
  await button(page, "Add a Passkey").click();
  const codes = page.getByRole("dialog", { name: "Your Recovery Codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page, "recovery codes");
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(1);

  await signOutAndFill(page, "passkey@example.com");
  await expect(page.getByRole("heading", { name: "Is it you?" })).toBeFocused();
  await expectAccessible(page, "second step");
  await button(page, "Use a passkey").click();
  await expect(page).toHaveURL(/\/admin$/);

  await button(page, "Logout").click();
  await button(page, "Use a passkey instead").click();
  await expect(page).toHaveURL(/\/admin$/);

  await button(page, "Logout").click();
  await authenticator.refuse();
  await button(page, "Use a passkey instead").click();
  await expect(page.locator(".toast-description")).toHaveText("No passkey was used. Try again, or choose another way.");
  await expect(page).toHaveURL(/\/login$/);
});

test("an app is set up and signs in by keyboard alone, a recovery code instead of it", async ({
  phone: page,
  site,
}) => {
  const email = "app@example.com";
  await signInAs(page, site, email);
  await page.goto("/account");
  await expect(button(page, "Set Up an App")).toBeVisible();
  await expectAccessible(page, "second factor");
  await button(page, "Set Up an App").click();
  const dialog = page.getByRole("dialog", { name: "Set Up an Authenticator App" });
  await expect(dialog.getByRole("img", { name: "QR code of the key below" })).toBeVisible();
  await expectAccessible(page, "setting up an app");
  const secret = Secret.fromBase32((await dialog.locator(".font-mono").innerText()).replaceAll(" ", ""));
  await dialog.getByRole("textbox", { name: "Code" }).fill("000000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.locator("#app-code-error")).toContainText("This code is not right");
  await dialog.getByRole("textbox", { name: "Code" }).fill(TOTP.generate({ secret }));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByRole("dialog", { name: "Your Recovery Codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const [recoveryCode = ""] = await codes.getByRole("listitem").allInnerTexts();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(button(page, "Remove the App")).toBeVisible();

  await signOutAndFill(page, email);
  // The second step loads when it is asked for.
  await expect(page.getByLabel("Code of the app")).toBeVisible();
  await tabTo(page, "#code");
  await expect(page.getByLabel("Code of the app")).toHaveAttribute("autocomplete", "one-time-code");
  // The next step's code: the one that confirmed the app is used.
  await page.keyboard.type(TOTP.generate({ secret, timestamp: Date.now() + 30_000 }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin$/);

  await signOutAndFill(page, email);
  await page.getByLabel("Code of the app").fill("12");
  await button(page, "Sign In").click();
  await expect(page.locator("#code-error")).toContainText("digits");
  await button(page, "Use a recovery code").click();
  await page.getByLabel("Recovery code").fill("AAAA-AAAA-AAAA-AAAA-AAAA-AAAA");
  await button(page, "Sign In").click();
  await expect(page.locator("#recoveryCode-error")).toContainText("not right");
  await page.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
  await button(page, "Sign In").click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/account");
  await expect(page.getByText("9 left")).toBeVisible();
});

test("an old sign-in asks who it is before a factor changes, and a passkey answers", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await signInAs(page, site, "proof@example.com");
  await addAuthenticator(page);
  await page.goto("/account");
  await button(page, "Add a Passkey").click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /^Rename: / }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Key ring");
  await ageProof(page, site);
  await page.getByRole("dialog").getByRole("button", { name: "Save Name" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expectAccessible(page, "proof");
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Key ring");

  await ageProof(page, site);
  await page.getByRole("button", { name: "Remove: Key ring" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the Passkey" }).click();
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toContainText("Please confirm that it is you.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Key ring");
});

test("another admin helps a colleague who has lost everything", { tag: "@drill" }, async ({ page, browser, site }) => {
  const email = "lost@example.com";
  const elsewhere = await browser.newContext({ baseURL: site.url });
  const colleague = await elsewhere.newPage();
  await signInAs(colleague, site, email);
  const authenticator = await addAuthenticator(colleague);
  await colleague.goto("/account");
  await button(colleague, "Add a Passkey").click();
  await colleague.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await authenticator.forget();

  await signInAsAdmin(page, site, `/admin/users?search=${email}`);
  await page.getByRole("link", { name: `Second factor: ${email}` }).click();
  await expect(page.getByRole("heading", { name: "Second Factor", level: 1 })).toBeVisible();
  await expect(page.getByText("Recovery codes left")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Remove the Second Factor").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);

  await colleague.reload();
  await expect(colleague).toHaveURL(/\/login$/);
  await fillCredentials(colleague, email, PASSWORD);
  await button(colleague, "Sign In").click();
  await expect(colleague).toHaveURL(/\/(admin|account)$/);
  await elsewhere.close();
});

const due = (page: Page) => page.getByRole("heading", { level: 1, name: "Set up a second factor" });

/** An older session asks for the password first. */
async function addPasskeyByKeyboard(page: Page, password?: string): Promise<void> {
  await button(page, "Add a Passkey").focus();
  await page.keyboard.press("Enter");
  if (password !== undefined) {
    await page.getByRole("dialog", { name: "Confirm that it is you" }).getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
  }
  const codes = page.getByRole("dialog", { name: "Your Recovery Codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expect(due(page)).toHaveCount(1);
  await codes.getByRole("button", { name: "Done" }).press("Enter");
  await expect(due(page)).toHaveCount(0);
}

test("while a second factor is due one page asks for it, and then all goes on that was wanted and typed", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const site = await startSite();
  const open = async (width: number) => {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await addAuthenticator(page);
    return page;
  };
  const email = "marcus.okafor.of.the.very.long.name@properties.example.com";
  await makeAccount(site, { email, role: "admin" });
  const owner = await open(1280);
  await signInAsAdmin(owner, site, "/admin/users");
  await button(owner, "Invite").click();
  const invite = owner.getByRole("dialog", { name: "Invite" });
  await invite.getByLabel("Email").fill("elena@example.com");
  const { accessToken } = await adminSession(site);
  const rule = await fetch(`${site.url}/api/users/rules`, {
    method: "PUT",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ factorRequired: true, factorGraceDays: 0 }),
  });
  expect(rule.status).toBe(200);
  await expect(due(owner)).toBeFocused();
  await expect(invite).toHaveCount(0);
  await expect(owner.getByText("What you had open waits behind this page")).toBeVisible();
  await expect(owner.locator("#app").getByRole("link")).toHaveCount(0);
  await expectAccessible(owner, "a second factor that is due");
  await addPasskeyByKeyboard(owner);
  await expect(invite.getByLabel("Email")).toHaveValue("elena@example.com");
  await invite.getByRole("button", { name: "Send Invitation" }).click();
  await expect(owner.locator(".toast").last()).toContainText("The invitation to elena@example.com is on its way");

  const page = await open(390);
  await page.goto("/admin/bookings");
  await fillCredentials(page, email, PASSWORD);
  await button(page, "Sign In").click();
  await expect(due(page)).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/bookings$/);
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(page.getByRole("banner")).toHaveText(`${email}Logout`);
  for (const role of ["navigation", "contentinfo", "link"] as const)
    await expect(page.locator("#app").getByRole(role)).toHaveCount(0);
  await expect(page.getByText(/^Yours was due by .+ Until it is set up/)).toBeInViewport();
  await expectAccessible(page, "a second factor that is due, on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.goto("/account");
  await expect(due(page)).toBeVisible();
  await page.goto("/admin/bookings");
  await ageProof(page, site);
  await addPasskeyByKeyboard(page, PASSWORD);
  await expect(page.getByRole("heading", { level: 1, name: "Bookings Management" })).toBeVisible();
  for (const one of [owner, page]) await one.context().close();
  await stopSite(site);
});
