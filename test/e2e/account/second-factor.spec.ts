import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { ageProof, fillCredentials, makeAccount, PASSWORD, signIn, signInAsAdmin } from "../accounts.ts";
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

test("once admins need a second factor, one without is led to setting it up, and then works on", {
  tag: "@drill",
}, async ({ browser }) => {
  test.setTimeout(90_000);
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await signInAsAdmin(page, site, "/admin/users");
  await button(page, "Rules").click();
  const rules = page.getByRole("dialog", { name: "Rules for Accounts" });
  await rules.getByLabel("Admins need a second factor").check();
  await rules.getByLabel("Days to set it up").fill("91");
  await rules.getByRole("button", { name: "Save Rules" }).click();
  await expect(rules.getByText("from 0 to 90").first()).toBeVisible();
  await rules.getByLabel("Days to set it up").fill("0");
  await expectAccessible(page, "rules for accounts");
  await rules.getByRole("button", { name: "Save Rules" }).click();
  await expect(rules).toHaveCount(0);
  await addAuthenticator(page);
  await page.goto("/admin/bookings");
  await expect(page).toHaveURL(/\/account$/);
  await expect(button(page, "Add a Passkey")).toBeVisible();
  // The factors are not read again before the person goes on.
  await page.route(/\/api\/account\/factors$/, () => {});
  await button(page, "Add a Passkey").click();
  await page.getByRole("dialog", { name: "Your Recovery Codes" }).getByRole("button", { name: "Done" }).click();
  await page.goto("/admin/bookings");
  await expect(page.getByRole("heading", { level: 1, name: "Bookings Management" })).toBeVisible();
  await context.close();
  await stopSite(site);
});
