// Links in mail about accounts: a new password, an invitation, a confirmed address.
import type { Page } from "@playwright/test";
import { findPart, header, parseMime } from "../../mime.ts";
import { post } from "../../programs/requests.ts";
import { startSmtp, type TestSmtp } from "../../smtp.ts";
import { expectAccessible } from "../accessibility.ts";
import { fillCredentials, makeAccount, PASSWORD, signIn, signInAsAdmin } from "../accounts.ts";
import { test as base, expect, type RunningSite, startSite, stopSite } from "../site.ts";

const test = base.extend<object, { smtp: TestSmtp; site: RunningSite }>({
  smtp: [
    async ({ browserName: _ }, use) => {
      const smtp = await startSmtp();
      await use(smtp);
      await smtp.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ smtp }, use) => {
      const site = await startSite({ SMTP_URL: smtp.url });
      await use(site);
      await stopSite(site);
    },
    { scope: "worker" },
  ],
});

/** The link in the latest mail to the address that leads to the page. */
async function linkTo(smtp: TestSmtp, email: string, page: string): Promise<string> {
  const find = () =>
    smtp.mails
      .map(({ raw }) => parseMime(raw))
      .filter((mail) => header(mail, "to").includes(email))
      .flatMap((mail) => new RegExp(`\\S+${page}#\\S+`).exec(findPart(mail, "text/plain").text)?.[0] ?? [])
      .at(-1);
  await expect.poll(find, `a link to ${page} for ${email}`).toBeTruthy();
  return find() ?? "";
}

async function expectNothingSticksOut(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, page.url()).toBeLessThanOrEqual(0);
}

test("a person who forgot the password sets a new one by the link in a mail, with the keyboard alone", async ({
  page,
  site,
  smtp,
}) => {
  const email = "renee@example.com";
  await makeAccount(site, { email });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).press("Enter");
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expectAccessible(page, "/forgot-password");
  await page.getByRole("button", { name: "Send the link" }).press("Enter");
  await expect(page.locator("#email-error")).toHaveText("Email is required");
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Look into your mailbox" })).toBeFocused();
  await expectAccessible(page, "/forgot-password, asked");

  const link = await linkTo(smtp, email, "/reset-password");
  const token = new URL(link).hash.slice(1);
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await expectAccessible(page, "/reset-password");
  await page.getByLabel("New password").fill("password1");
  await page.keyboard.press("Enter");
  await expect(page.locator("#password-error")).toContainText("most common passwords");
  await page.getByLabel("New password").fill("nine dry umbrellas");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator(".toast")).toContainText("Your new password is set. Please sign in with it.");
  await fillCredentials(page, email, "nine dry umbrellas");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  expect(asked.filter((line) => line.includes(token))).toEqual([]);

  await page.goto(link);
  await page.getByLabel("New password").fill("eight red umbrellas");
  await page.keyboard.press("Enter");
  await expect(page.locator("form .note")).toContainText("This link does not work any more.");
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("without the link its pages say how to get one, at 390 pixels too", { tag: "@drill" }, async ({ phone }) => {
  for (const path of ["/reset-password", "/invitation", "/confirm-email", "/reset-password#top"]) {
    await phone.goto(path);
    await expect(phone.getByText("Please open the link in the e-mail again")).toBeVisible();
    await expectAccessible(phone, path);
    await expectNothingSticksOut(phone);
  }
});

test("an admin invites a colleague, sends it again and revokes another, and the colleague gets in with a password of their own", {
  tag: "@drill",
}, async ({ page, phone, site, smtp }) => {
  const email = "marcus.okafor.of.the.very.long.name@properties.example.com";
  await signInAsAdmin(page, site, "/admin/users");
  const dialog = page.getByRole("dialog", { name: "Invite" });
  for (const [address, role] of [
    [email, "admin"],
    ["nobody@example.com", "user"],
  ] as const) {
    await page.getByRole("button", { name: "Invite" }).click();
    await expect(dialog.getByText("The link works for seven days.")).toBeVisible();
    await expectAccessible(page, "Invite");
    await dialog.getByLabel("Email").fill(address);
    await dialog.getByLabel("Role").selectOption(role);
    await dialog.getByRole("button", { name: "Send Invitation" }).click();
    await expect(dialog).toHaveCount(0);
  }
  const open = page.getByRole("region", { name: "Open invitations" });
  await expect(open.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "Open invitations");
  await open.getByRole("button", { name: "Revoke : nobody@example.com" }).click();
  await expect(open.getByRole("listitem")).toHaveCount(1);
  const first = await linkTo(smtp, email, "/invitation");
  await open.getByRole("button", { name: `Send again : ${email}` }).press("Enter");
  await expect(page.locator(".toast").last()).toContainText("on its way again");
  await expect.poll(() => linkTo(smtp, email, "/invitation")).not.toBe(first);

  const latest = await linkTo(smtp, email, "/invitation");
  await phone.goto(first);
  await expect(phone.getByRole("heading", { name: "There is a newer invitation" })).toBeVisible();
  await phone.goto(latest);
  await expect(phone.getByText(`the account ${email} at`)).toBeVisible();
  await expectAccessible(phone, "/invitation");
  await expectNothingSticksOut(phone);
  await phone.getByLabel("New password").fill(PASSWORD);
  await phone.getByRole("button", { name: "Make my account" }).click();
  await expect(phone).toHaveURL(/\/admin$/);
  await phone.goto(latest);
  await expect(phone.getByRole("heading", { name: "Your account is made already" })).toBeVisible();
  await expect(phone.getByLabel("New password")).toHaveCount(0);
  await expectAccessible(phone, "/invitation, used");
  await expectNothingSticksOut(phone);
  await phone.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(phone).toHaveURL(/\/login$/);
  await phone.goto("/admin/users");
  await expect(phone.getByRole("heading", { name: email })).toBeVisible();
  await expect(phone.getByRole("region", { name: "Open invitations" })).toHaveCount(0);
});

test("an account that registers is marked until its address is confirmed; closed, the page says whom to ask", {
  tag: "@drill",
}, async ({ page, site, smtp }) => {
  const email = "tomas@example.com";
  expect((await post(`${site.url}/api/auth/register`, { email, password: PASSWORD })).status).toBe(201);
  await signInAsAdmin(page, site, "/admin/users?search=tomas");
  const row = page.locator("[data-record]", { hasText: email });
  await expect(row).toContainText("Not confirmed");
  const edit = page.getByRole("dialog", { name: "Edit User" });
  await row.getByRole("button", { name: "Edit" }).click();
  await expect(edit.getByText("Nobody has shown that this address is theirs")).toBeVisible();
  await edit.getByLabel("Role").selectOption("admin");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(edit.locator("#user-password-error")).toContainText("This account may be a stranger's.");
  await expectAccessible(page, "Edit User, unconfirmed");
  await edit.getByRole("button", { name: "Cancel" }).click();
  const confirming = await page.context().newPage();
  await confirming.goto(await linkTo(smtp, email, "/confirm-email"));
  await expectAccessible(confirming, "/confirm-email");
  await confirming.getByRole("button", { name: "Confirm my address" }).click();
  await expect(confirming.getByRole("heading", { name: "Is it your account?" })).toBeFocused();
  await expectAccessible(confirming, "/confirm-email, the password");
  await confirming.getByRole("button", { name: "I do not have it: set a new password" }).press("Enter");
  await confirming.getByLabel("New password").fill("password1");
  await confirming.keyboard.press("Enter");
  await expect(confirming.locator("#password-error")).toContainText("most common passwords");
  await confirming.getByRole("button", { name: "I have the password" }).press("Enter");
  await confirming.getByLabel("Password of the account").fill(PASSWORD);
  await confirming.keyboard.press("Enter");
  await expect(confirming.getByRole("heading", { name: "Thank you" })).toBeFocused();
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("Not confirmed");

  const rules = page.getByRole("dialog", { name: "Rules for Accounts" });
  const setRegistration = async (choice: string) => {
    await page.getByRole("button", { name: "Rules" }).click();
    await rules.getByLabel("Registration").selectOption(choice);
    await expectAccessible(page, "Rules for Accounts");
    await rules.getByRole("button", { name: "Save Rules" }).click();
    await expect(rules).toHaveCount(0);
  };
  await setRegistration("closed");
  await confirming.goto("/register");
  await expect(confirming.getByText("Making an account yourself is closed here.")).toBeVisible();
  await expect(confirming.getByRole("main").getByRole("link", { name: /@/ })).toBeVisible();
  await expect(confirming.getByRole("button", { name: "Create Account" })).toHaveCount(0);
  await expectAccessible(confirming, "/register, closed");
  await signIn(confirming, email, PASSWORD);
  await expect(confirming).toHaveURL(`${site.url}/`);
  await signInAsAdmin(page, site, "/admin/users");
  await setRegistration("open");
  await confirming.goto("/register");
  await expect(confirming.getByRole("button", { name: "Create Account" })).toBeEnabled();
});
