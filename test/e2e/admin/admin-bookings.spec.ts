import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { bookMeeting, freeTimes, lastOpenDay } from "../../programs/requests.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

const rows = (page: Page) => page.locator("[data-record]");
const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const toast = (page: Page) => page.locator(".toast");

async function find(page: Page, text: string): Promise<void> {
  await search(page).fill(text);
  await expect(page).toHaveURL(/search=/);
}

test("a visitor's booking is found by name, phone and e-mail, changed, and in the CSV", async ({ page, site }) => {
  await bookMeeting(site, {
    firstName: "Wilhelmina",
    lastName: "Quist",
    email: "w.quist@example.com",
    phone: "(618) 555-0188",
  });
  await bookMeeting(site, {
    firstName: "Somebody",
    lastName: "Else",
    email: "else@example.com",
    phone: "(618) 555-0111",
  });
  await signInAsAdmin(page, site, "/admin/bookings");
  for (const text of ["helmina qui", "555-0188", "W.QUIST@"]) {
    await find(page, text);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("Wilhelmina Quist");
  }
  await expect(page.getByText("Showing 1 of 1 total bookings")).toBeVisible();
  await expect(page.getByRole("link", { name: "(618) 555-0188" })).toHaveAttribute("href", "tel:+16185550188");

  await page.getByRole("button", { name: "Status: Wilhelmina Quist" }).click();
  const dialog = page.getByRole("dialog", { name: "Update Booking Status" });
  await expect(dialog.getByLabel("Status")).toHaveValue("Scheduled");
  await dialog.getByLabel("Status").selectOption("Completed");
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await expect(toast(page)).toContainText("Booking status updated successfully");
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toContainText("Completed");

  await page.getByRole("button", { name: "Notes: Wilhelmina Quist" }).click();
  const notes = page.getByRole("textbox", { name: "Notes" });
  expect(
    await notes.evaluate((field) => field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight)),
  ).toBeGreaterThan(6);
  await page.keyboard.press("Escape");
  await expect(notes).toHaveCount(0);
  await page.keyboard.press("Enter");
  await notes.fill("=Gate code 4711");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  // A browser closes a dialog by itself after several close requests in a row.
  for (let time = 0; time < 2; time++) {
    await page.keyboard.press("Escape");
    await expect(question.getByRole("button", { name: "Keep Editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await question.getByRole("button", { name: "Keep Editing" }).click();
  await expect(notes).toHaveValue("=Gate code 4711");
  await page.getByRole("button", { name: "Save Notes" }).click();
  await expect(toast(page)).toContainText("Notes added successfully");

  await page.getByRole("button", { name: "View details: Wilhelmina Quist" }).click();
  const details = page.getByRole("dialog", { name: "Booking Details" });
  await expect(details).toContainText("=Gate code 4711");
  await expect(details).toContainText("Status changed from Scheduled to Completed");
  await expect(details).toContainText("I agree to be contacted about my property");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "View details: Wilhelmina Quist" })).toBeFocused();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^bookings_export_\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\uFEFFBooking ID,")).toBe(true);
  expect(text).toContain("Wilhelmina,Quist,w.quist@example.com");
  expect(text).toContain(",'=Gate code 4711,");
  expect(text).not.toContain("Somebody");
  await expect(toast(page)).toContainText("Bookings exported successfully");
});

test("filters and page live in the address, Back and a reload restore them", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  for (let index = 0; index < 12; index++)
    await bookMeeting(site, {
      firstName: `Filtered${index}`,
      email: `filtered${index}@example.com`,
      propertyType: "condo",
    });
  await signInAsAdmin(page, site, "/admin/bookings");
  await find(page, "filtered");
  await expect(page.getByText("Showing 10 of 12 total bookings")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("Showing 2 of 12 total bookings")).toBeVisible();
  await page.getByRole("combobox", { name: "Property type" }).selectOption("Condo/Townhouse");
  await expect(page).not.toHaveURL(/page=/);
  await page.getByRole("combobox", { name: "Status" }).selectOption("Cancelled");
  await expect(page.getByText("No bookings found. Try adjusting your filters.")).toBeVisible();

  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("");
  await expect(page.getByRole("combobox", { name: "Property type" })).toHaveValue("Condo/Townhouse");
  await page.goBack();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(search(page)).toHaveValue("filtered");

  await page.goto("/admin/bookings?search=filtered&page=7");
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/admin\/bookings$/);
  await expect(search(page)).toHaveValue("");
});

test("typing a word asks the server once or twice, not for every letter", { tag: "@drill" }, async ({ page, site }) => {
  await signInAsAdmin(page, site, "/admin/bookings");
  await expect(page.getByText(/Showing \d+ of/)).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/bookings/list")) asked.push(request.url());
  });
  await search(page).pressSequentially("wilhelmina", { delay: 30 });
  await expect(page).toHaveURL(/search=wilhelmina/);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test("of two admins on one booking the second sees the conflict and keeps the input", async ({
  page,
  browser,
  site,
}) => {
  const { id } = await bookMeeting(site, { firstName: "Twice", lastName: "Edited", email: "twice@example.com" });
  await signInAsAdmin(page, site, "/admin/bookings?search=twice@");
  await page.getByRole("button", { name: "Notes: Twice Edited" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Notes").fill("Mine");

  const elsewhere = await browser.newContext({ baseURL: site.url });
  const colleague = await elsewhere.newPage();
  await signInAsAdmin(colleague, site, "/admin/bookings?search=twice@");
  await colleague.getByRole("button", { name: "Notes: Twice Edited" }).click();
  await colleague.getByRole("textbox", { name: "Notes" }).fill("Theirs");
  await colleague.getByRole("button", { name: "Save Notes" }).click();
  await expect(toast(colleague)).toContainText("Notes added successfully");
  await elsewhere.close();

  await dialog.getByRole("button", { name: "Save Notes" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Someone else has changed this.");
  await expect(dialog.getByRole("alert")).toContainText("Its notes: Theirs");
  await expect(dialog.getByLabel("Notes")).toHaveValue("Mine");
  await dialog.getByRole("button", { name: "Save Notes" }).click();
  await expect(dialog).toHaveCount(0);
  await page
    .locator(`[data-record="${id}"]`)
    .getByRole("button", { name: /View details/ })
    .click();
  await expect(page.getByRole("dialog")).toContainText("Mine");
});

test("a meeting is moved to another time in the status dialog, and a taken slot is refused", async ({ page, site }) => {
  const moving = await bookMeeting(site, { firstName: "Moving", lastName: "Target", email: "moving@example.com" });
  await signInAsAdmin(page, site, "/admin/bookings?search=moving@");
  await page.getByRole("button", { name: "Status: Moving Target" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Status").selectOption("Rescheduled");
  const day = await lastOpenDay(site);
  const [time = ""] = await freeTimes(site, day);
  await dialog.getByLabel("New date").selectOption(day);
  await dialog.getByLabel("New time").selectOption(time);
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toContainText("Rescheduled");
  await expect(rows(page)).toContainText(time);
  expect(await freeTimes(site, moving.date)).toContain(moving.time);
  expect(await freeTimes(site, day)).not.toContain(time);

  await page.getByRole("button", { name: "Status: Moving Target" }).click();
  await dialog.getByLabel("Status").selectOption("Cancelled");
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await expect(rows(page)).toContainText("Cancelled");
  await bookMeeting(site, { email: "quick@example.com", meetingDate: day, meetingTime: time });
  await page.getByRole("button", { name: "Status: Moving Target" }).click();
  await dialog.getByLabel("Status").selectOption("Scheduled");
  await dialog.getByRole("button", { name: "Update Status" }).click();
  await expect(dialog.locator(".note-danger")).toContainText("is held by another booking now");
});

test("a booking's details have an address: a link, a reload and a colleague open them over the list", {
  tag: "@drill",
}, async ({ page, site }) => {
  const { id } = await bookMeeting(site, { firstName: "Linked", lastName: "Record", email: "linked@example.com" });
  await signInAsAdmin(page, site);
  await page.goto("/admin/bookings?search=linked@");
  await page.getByRole("button", { name: "View details: Linked Record" }).click();
  const dialog = page.getByRole("dialog", { name: "Booking Details" });
  await expect(dialog).toContainText("linked@example.com");
  await expect(page).toHaveURL(`/admin/bookings/${id}?search=linked%40`);
  await page.reload();
  await expect(dialog).toContainText("linked@example.com");
  await dialog.getByRole("button", { name: "Notes", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Add/Update Notes" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/admin/bookings?search=linked%40");

  await page.goto(`/admin/bookings?search=somebody-else&booking=${id}`);
  await expect(dialog).toContainText("linked@example.com");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/admin/bookings?search=somebody-else");
  await page.goto("/admin/bookings/no-such-booking");
  await expect(page).toHaveURL("/admin/bookings");
});

test("on a phone rows are cards with every action", async ({ phone, site }) => {
  await bookMeeting(site, { firstName: "Pocket", lastName: "Sized", email: "pocket@example.com" });
  await signInAsAdmin(phone, site, "/admin/bookings?search=pocket@");
  const card = phone.getByRole("listitem").filter({ hasText: "Pocket Sized" });
  for (const action of ["View details", "Status", "Notes"])
    await expect(card.getByRole("button", { name: `${action}: Pocket Sized` })).toBeVisible();
  await expect(phone.getByRole("table")).toHaveCount(0);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("a booking's details print on one page", { tag: "@drill" }, async ({ page, site }) => {
  const additionalInfo = "The roof leaks over the back bedroom.\n".repeat(4);
  const trail = { firstName: "Paper", lastName: "Trail", email: "paper@example.com", additionalInfo };
  const { id } = await bookMeeting(site, trail);
  await signInAsAdmin(page, site);
  await changeNotesOften(page, id);
  await page.goto("/admin/bookings?search=paper@");
  await page.getByRole("button", { name: "View details: Paper Trail" }).click();
  await expect(page.getByRole("dialog")).toContainText("Sent in");
  const [top, bottom, left, right] = ["0.4in", "0.4in", "0.4in", "0.4in"];
  const pdf = (await page.pdf({ format: "Letter", margin: { top, bottom, left, right } })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Bookings Management" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Booking Details" })).toBeVisible();
});

/** Gives the booking a history. */
async function changeNotesOften(page: Page, id: string): Promise<void> {
  await page.evaluate(async (bookingId) => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${localStorage.getItem("accessToken")}`,
    };
    const ask = async (path: string, change: RequestInit = {}) =>
      (await fetch(`/api/bookings/${bookingId}/${path}`, { headers, ...change })).json();
    let { booking } = await ask("details");
    for (let time = 1; time < 13; time++) {
      const body = JSON.stringify({ notes: `Called ${time} times.\nNobody answers.`, version: booking.version });
      ({ booking } = await ask("notes", { method: "PUT", body }));
    }
  }, id);
}
