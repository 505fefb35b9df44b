import { findPart, parseMime } from "../../mime.ts";
import { bookMeeting, lastOpenDay } from "../../programs/requests.ts";
import { startSmtp } from "../../smtp.ts";
import { expectAccessible } from "../accessibility.ts";
import { fillCredentials } from "../accounts.ts";
import { ADMIN_EMAIL, expect, startSite, stopSite, test } from "../site.ts";

test("an admin sends a test e-mail, sees a failed one with its reason, and sends it again", { tag: "@drill" }, async ({
  browser,
}) => {
  const smtp = await startSmtp();
  smtp.mode = "refuse nobody";
  const site = await startSite({ SMTP_URL: smtp.url });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await bookMeeting(site, { email: "nobody@example.com", meetingDate: await lastOpenDay(site) });

  await page.goto("/admin/mail");
  await fillCredentials(page, ADMIN_EMAIL, site.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Email", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Send a Test Email" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Handed over" })).toBeVisible();
  expect(smtp.mails.some(({ raw }) => raw.includes("Subject: Test e-mail from"))).toBe(true);

  const failed = page.getByRole("region", { name: "Failed permanently" });
  await expect(failed.getByText("nobody@example.com", { exact: true })).toBeVisible();
  await expect(failed.getByText("550")).toBeVisible();
  await expectAccessible(page);

  smtp.mode = "accept";
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(failed.getByText("No e-mail has failed.")).toBeVisible();
  await expect.poll(() => smtp.mails.flatMap(({ to }) => to)).toContain("nobody@example.com");

  await context.close();
  await smtp.close();
  await stopSite(site);
});

test("the link in the notice to staff opens the booking, with what was mailed and what is to come", {
  tag: "@drill",
}, async ({ browser }) => {
  const smtp = await startSmtp();
  const site = await startSite({ SMTP_URL: smtp.url, STAFF_EMAIL: "staff@example.com" });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await bookMeeting(site, { meetingDate: await lastOpenDay(site) });
  await smtp.received(2);
  const notice = smtp.mails.find(({ to }) => to[0] === "staff@example.com");
  const { text } = findPart(parseMime(notice?.raw ?? ""), "text/plain");
  const [link = ""] = /http\S+\/admin\/bookings\S+/.exec(text) ?? [];

  await page.goto(link);
  await fillCredentials(page, ADMIN_EMAIL, site.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  const dialog = page.getByRole("dialog", { name: "Booking Details" });
  await expect(dialog.getByText("Renée O'Brien-Núñez", { exact: true })).toBeVisible();
  const mails = dialog.getByRole("listitem").filter({ hasText: /Booking confirmation|Notice to staff|Reminder/ });
  // A notice, a confirmation, two reminders of a first contact, and the reminder of the meeting.
  await expect(mails).toHaveCount(5);
  await expect(mails.filter({ hasText: "Booking confirmation" })).toContainText("renee@example.com");
  await expect(mails.filter({ hasText: "Booking confirmation" })).toContainText("Sent");
  for (const reminder of await mails.filter({ hasText: "Reminder" }).all())
    await expect(reminder).toContainText("To come");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/admin/bookings");

  await context.close();
  await smtp.close();
  await stopSite(site);
});
