// A visitor asks about their data, and an admin answers: export, correction, erasure.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { bookMeeting, lastOpenDay, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { linkIn, mailAbout } from "../outbox.ts";
import { expect, type RunningSite, test } from "../site.ts";

async function ask(page: Page, email: string, kind: string): Promise<void> {
  await page.goto("/privacy/request");
  const send = page.getByRole("button", { name: "Send Request" });
  await expect(send).toHaveAttribute("type", "submit");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("What do you ask for?").selectOption({ label: kind });
  await page.getByLabel("Anything that helps").fill("Since last autumn");
  await send.press("Enter");
  await expect(page.getByRole("heading", { name: "Please look in your mailbox" })).toBeFocused();
}

/** The site's clock cannot be set from here. */
function makeOverdue({ dataDir }: RunningSite): void {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), { timeout: 5_000 });
  database.exec("update privacy_requests set due_day = '2026-01-02' where due_day is not null");
  database.close();
}

test("a visitor asks, confirms from the mail, and an admin exports, erases and marks it as answered", async ({
  page,
  phone,
  site,
}) => {
  test.setTimeout(120_000);
  const email = "zelda@example.com";
  await bookMeeting(site, { firstName: "Zelda", email, meetingDate: await lastOpenDay(site) });
  await sendContactMessage(site, { name: "Zelda", email });
  await ask(phone, email, "Delete what you have about me");
  await expectAccessible(phone, "asked");

  const link = linkIn(await mailAbout(site, email, "your request"), "/privacy/request");
  await phone.goto(link);
  const confirm = phone.getByRole("button", { name: "Confirm my request" });
  await expect(confirm).toBeVisible();
  expect(phone.url(), "the token leaves the address").not.toContain("#");
  await expectAccessible(phone, "to confirm");

  await signInAsAdmin(page, site, "/admin/people/requests");
  await expect(page.getByText("Nobody is waiting for an answer about their data.")).toBeVisible();

  await confirm.focus();
  await phone.keyboard.press("Enter");
  await expect(phone.getByRole("heading", { name: "Thank you. Your request has arrived." })).toBeFocused();
  await expectAccessible(phone, "confirmed");
  await phone.goto("about:blank");
  await phone.goto(link);
  await confirm.click();
  await expect(phone.getByRole("heading", { name: "This request was confirmed before." })).toBeFocused();

  await page.goto("/admin");
  await expect(page.getByRole("link", { name: "A privacy request waits for an answer" })).toBeVisible();
  makeOverdue(site);
  await page.reload();
  await expect(page.getByText(/the first by .*, overdue/)).toBeVisible();
  await page.getByRole("link", { name: "A privacy request waits for an answer" }).click();
  await expect(page.getByText("Overdue since Jan 2, 2026")).toBeVisible();
  await expect(page.getByText("Since last autumn")).toBeVisible();
  await expectAccessible(page, "/admin/people/requests");
  await page.getByRole("link", { name: email }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Zelda O'Brien-Núñez" })).toBeVisible();
  await expectAccessible(page, "/admin/people");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^person_export_\d{4}-\d\d-\d\d\.json$/);
  const found = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect([found.bookings.length, found.contactMessages.length, found.privacyRequests.length]).toEqual([1, 1, 1]);

  await page.getByRole("button", { name: "Erase", exact: true }).click();
  const erase = page.getByRole("dialog", { name: "Erase this person for good?" });
  await expect(erase.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(erase).toContainText("1 booking, 1 message");
  await expect(erase).toContainText("is still ahead");
  await expect(erase).toContainText("5 years");
  await expect(erase).toContainText("Write to them first");
  await expectAccessible(page, "erase");
  await erase.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText("Nothing is stored under this e-mail address.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Erase", exact: true })).toBeDisabled();
  await expect(page).toHaveURL(/\/admin\/people\?email=/);
  await expect(page.getByText("Zelda O'Brien-Núñez")).toHaveCount(0);

  await page.goto("/admin/people/requests");
  await expect(page.getByText("The person is erased.")).toBeVisible();
  await page.getByRole("button", { name: "Mark as answered" }).click();
  const answer = page.getByRole("dialog", { name: "Mark as answered" });
  await answer.getByLabel("How was it answered?").fill("Erased, and told by phone before");
  await expectAccessible(page, "mark as answered");
  await answer.getByRole("button", { name: "Mark as Answered" }).click();
  await expect(page.getByRole("region", { name: "Answered in the last year (1)" })).toContainText(
    "told by phone before",
  );
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Waiting for you" })).toBeVisible();
  await expect(page.getByText(/privacy request waits/)).toHaveCount(0);
});

test("an admin corrects a booking and a message on a phone, and finds the person under the new address", {
  tag: "@drill",
}, async ({ phone, site }) => {
  test.setTimeout(90_000);
  await bookMeeting(site, { firstName: "Quilla", email: "quila@example.com" });
  await sendContactMessage(site, { name: "Quilla", email: "quila@example.com" });
  await signInAsAdmin(phone, site, "/admin/bookings?search=quila@");
  await phone.getByRole("button", { name: "View details: Quilla" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Correct" }).click();
  const booking = phone.getByRole("dialog", { name: "Correct Booking" });
  await booking.getByLabel("ZIP code").fill("6270");
  await booking.getByLabel("Email").fill("quilla@example.com");
  await booking.getByRole("button", { name: "Save Correction" }).click();
  await expect(booking.getByText("Please enter a valid ZIP code").last()).toBeVisible();
  await expectAccessible(phone, "correct booking");
  await booking.getByLabel("ZIP code").fill("62704");
  await booking.getByRole("button", { name: "Save Correction" }).click();
  await expect(phone.locator(".toast")).toContainText("Booking corrected successfully");

  await phone.goto("/admin/contacts?search=quila@");
  await phone.getByRole("button", { name: "View details: Quilla" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Correct" }).click();
  const contact = phone.getByRole("dialog", { name: "Correct Contact" });
  await contact.getByLabel("Email").fill("quilla@example.com");
  await expectAccessible(phone, "correct contact");
  await contact.getByRole("button", { name: "Save Correction" }).click();
  await expect(phone.locator(".toast")).toContainText("Contact corrected successfully");

  await phone.goto("/admin/people");
  await expectAccessible(phone, "/admin/people");
  await phone.getByRole("link", { name: "look up an address or number" }).click();
  await phone.getByLabel("Email or phone number").fill("Quilla@example.com");
  await phone.keyboard.press("Enter");
  await expect(phone.getByRole("region", { name: "Bookings (1)" })).toContainText("Quilla");
  await expect(phone.getByRole("region", { name: "Messages (1)" })).toContainText("Quilla");
  await expectAccessible(phone, "/admin/people?email");
  await phone.getByRole("region", { name: "Bookings (1)" }).getByRole("link").click();
  const details = phone.getByRole("dialog", { name: "Booking Details" });
  await expect(details).toContainText("Corrected: Email, ZIP code");
  await details.getByRole("link", { name: /^Person: everything about Quilla/ }).click();
  await expect(phone).toHaveURL(/\/admin\/people\/[0-9a-z]{26}$/);
  await expect(phone.getByText("Permissions, requests, export and erasure of quilla@example.com")).toBeVisible();
  await expectAccessible(phone, "/admin/people/:id");
});

test("a link that is wrong says so, and the form names what is missing", async ({ page }) => {
  await page.goto("/privacy/request#not.one");
  await page.getByRole("button", { name: "Confirm my request" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "no longer valid" })).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/privacy/request");
  const send = page.getByRole("button", { name: "Send Request" });
  await expect(send).toHaveAttribute("type", "submit");
  await send.click();
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText(["Email is required", "Please choose what you ask for"]);
});

test("merging says what comes along, and parting makes two people again", async ({ page, site }) => {
  const phone = "(217) 555-0161";
  await bookMeeting(site, { firstName: "Ada", lastName: "Vale", email: "ada@merge.example", phone });
  await sendContactMessage(site, { name: "A. Vale", email: "a.vale@merge.example", phone });
  await signInAsAdmin(page, site, "/admin/people?search=ada@merge.example");
  await page
    .getByRole("link", { name: /Ada Vale/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Merge A. Vale, a.vale@merge.example" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge Two People" });
  await expect(dialog.getByRole("region", { name: "What is merged" }).getByRole("listitem")).toHaveText([
    "Address not known yet: New, 1 inquiry",
  ]);
  await expectAccessible(page, "merging");
  await dialog.getByRole("button", { name: "Merge", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Merged into this person" })).toBeVisible();
  await page.getByRole("button", { name: "Part A. Vale, a.vale@merge.example" }).press("Enter");
  await expect(page.getByText("Two people again")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Merged into this person" })).toHaveCount(0);
});
