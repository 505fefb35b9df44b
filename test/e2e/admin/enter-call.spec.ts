// Staff write down who rings, with the keyboard alone and on a phone.
import type { Page } from "@playwright/test";
import { sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

const LONG_NAME = "Maximiliana-Theodora Featherstonehaugh-Wolfeschlegelsteinhausen";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Enter a Call" });

test("a call is entered with the keyboard alone; the same number is known the next time", async ({ page, site }) => {
  await signInAsAdmin(page, site, "/admin/bookings");
  const button = page.getByRole("button", { name: "Enter Call" });
  await expect(button).toHaveAttribute("title", "Enter a call (Alt+C)");
  await page.keyboard.press("Alt+c");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Walter Okonkwo");
  await page.keyboard.press("Tab");
  await page.keyboard.type("+1 (217) 555-8261");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Phone")).toHaveValue("(217) 555-8261");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12 Elm St, Springfield, IL 62704");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Street address")).toHaveValue("12 Elm St");
  await expect(dialog.getByLabel("City")).toHaveValue("Springfield");
  await expect(dialog.getByLabel("State")).toHaveValue("IL");
  await expect(dialog.getByLabel("ZIP code")).toHaveValue("62704");
  await dialog.getByRole("radio", { name: "No answer" }).check();
  await expect(dialog.getByRole("radio", { name: /^Call again, .* \(try 2 of 6\)/ })).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: "Reached" })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Please choose what is next").first()).toBeVisible();
  await dialog.getByRole("radio", { name: "Something else" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Please say what is to be done").first()).toBeVisible();
  await dialog.getByLabel("Until when").fill("2027-03-02");
  await dialog.getByLabel("At what time").fill("22:30");
  await expect(dialog.getByText("It may be 10:30 PM there. Is it to be a call?")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+c");
  await expect(dialog.getByRole("radio", { name: "Something else" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Something else" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: /^Make an offer/ })).toBeChecked();
  await expectAccessible(page, "a call with what is next");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Call saved", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/people\//);
  await expect(page.getByText("Make an offer").first()).toBeVisible();
  await expect(page.getByText("Call: reached").first()).toBeVisible();

  await page.keyboard.press("Alt+c");
  await tabTo(page, "#call-phone");
  await page.keyboard.type("217-555-8261");
  await expect(dialog.getByText("One person is known by this number.")).toBeVisible();
  await dialog.getByRole("button", { name: "About 12 Elm St, Springfield, IL 62704 (Contacted)" }).press("Enter");
  await expect(dialog.getByText("The call is theirs.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Walter Okonkwo");
  await expect(dialog.getByLabel("Street address")).toHaveValue("12 Elm St");
  await dialog.getByRole("radio", { name: "Left a message" }).check();
  await expect(dialog.getByRole("radio", { name: /^As it stands: Make an offer/ })).toBeVisible();
  // Nobody stays chosen for a number that is not theirs.
  await dialog.getByLabel("Phone").fill("217-555-8262");
  await expect(dialog.getByText("The call is theirs.")).toHaveCount(0);
});

test("what came of a try is logged from the list by keyboard, counted there and in the details, and taken back", {
  tag: "@drill",
}, async ({ page, site }) => {
  await sendContactMessage(site, { name: "Tilda Try", email: "tilda@example.com" });
  await signInAsAdmin(page, site, "/admin/contacts?search=tilda");
  const button = page.getByRole("button", { name: "Log: Tilda Try" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Log What Came of It" });
  await expect(dialog.getByRole("radio", { name: "Reached" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "No answer", exact: true })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: /^Call again/ }).first()).toBeChecked();
  await expectAccessible(page, "a try");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Logged", { exact: true })).toBeVisible();
  await expect(button).toBeFocused();
  await expect(page.getByText("1 try to reach them")).toBeVisible();
  await page.getByRole("button", { name: "View details: Tilda Try" }).click();
  const details = page.getByRole("dialog", { name: "Contact Details" });
  await expect(details.getByText("Call: no answer")).toBeVisible();
  await details.getByRole("button", { name: "Log", exact: true }).click();
  await dialog.getByRole("radio", { name: "Reached" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Please choose what is next").first()).toBeVisible();
  await dialog.getByRole("radio", { name: "Something else" }).check();
  await dialog.getByLabel("Until when").fill("2027-03-02");
  await dialog.getByLabel("At what time").fill("07:30");
  await expect(dialog.getByText("It may be 7:30 AM there. Is it to be a call?")).toBeVisible();
  await dialog.getByRole("radio", { name: /^As it stands: Call again/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(details.getByText("First contact after", { exact: false }).first()).toBeVisible();
  await details.getByRole("button", { name: "Take back: Call: reached" }).click();
  await expect(details.getByText("Call: reached")).toHaveCount(0);
  await expect(details.getByText("First contact after", { exact: false })).toHaveCount(0);
  await expect(details.getByRole("button", { name: "Log", exact: true })).toBeFocused();
});

test("of two admins who log one seller on their phones the second is told, keeps what was typed, and saves it", {
  tag: "@drill",
}, async ({ browser, phone, site }) => {
  await sendContactMessage(site, { name: "Tove Twice", email: "tove@example.com" });
  const there = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const colleague = await there.newPage();
  const logOf = (page: Page) => page.getByRole("dialog", { name: "Log What Came of It" });
  const begin = async (page: Page, outcome: string) => {
    await signInAsAdmin(page, site, "/admin/contacts?search=tove");
    const button = page.getByRole("button", { name: "Log: Tove Twice" });
    await button.focus();
    await page.keyboard.press("Enter");
    await logOf(page).getByRole("radio", { name: outcome, exact: true }).check();
  };
  await begin(phone, "No answer");
  await logOf(phone).getByLabel("What they said").fill("The mailbox is full.");
  await begin(colleague, "Not interested");
  await colleague.keyboard.press("Enter");
  await expect(colleague.getByText("Logged", { exact: true })).toBeVisible();
  await there.close();

  await logOf(phone).getByRole("button", { name: "Save" }).tap();
  const told = logOf(phone).getByRole("alert").filter({ hasText: "Someone else has changed this." });
  await expect(told).toContainText("It is Lost now: ");
  await expect(logOf(phone).getByLabel("What they said")).toHaveValue("The mailbox is full.");
  await expectAccessible(phone, "a log that another admin was faster with");
  await logOf(phone).getByRole("button", { name: "Save" }).tap();
  await expect(phone.getByText("Logged", { exact: true })).toBeVisible();
  await phone.getByRole("button", { name: "View details: Tove Twice" }).tap();
  const details = phone.getByRole("dialog", { name: "Contact Details" });
  await expect(details.getByText("Call: no answer")).toBeVisible();
  await expect(details.getByText("Call: not interested")).toBeVisible();
});

test("what was typed survives a closed dialog and another page, until it is saved or started over", {
  tag: "@drill",
}, async ({ page, site }) => {
  await signInAsAdmin(page, site, "/admin");
  const dialog = dialogOf(page);
  await page.getByRole("button", { name: "Enter Call" }).click();
  await dialog.getByLabel("Name").fill("Half a name");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Bookings", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/bookings/);
  await page.getByRole("button", { name: "Enter Call" }).click();
  await expect(dialog.getByText("This is what you typed before.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a name");
  await dialog.getByRole("button", { name: "Start Over" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Enter Call" }).click();
  await expect(dialog.getByText("This is what you typed before.")).toHaveCount(0);
});

test("a stop is written down in the call, and then no tick lifts it: the dialog offers the form's address", {
  tag: "@drill",
}, async ({ page, site }) => {
  await signInAsAdmin(page, site, "/admin");
  const dialog = dialogOf(page);
  await page.getByRole("button", { name: "Enter Call" }).click();
  await dialog.getByLabel("Name").fill("Carl Stopp");
  await dialog.getByLabel("Phone").fill("217-555-8299");
  await dialog.getByRole("button", { name: "Save Call" }).click();
  await expect(dialog.getByRole("alert").first()).toContainText("Please choose what came of it");
  await dialog.getByRole("radio", { name: "Asked us to stop" }).check();
  await dialog.getByLabel("No more calls").uncheck();
  await dialog.getByLabel("No more text messages").uncheck();
  await dialog.getByRole("button", { name: "Save Call" }).click();
  await expect(dialog.getByRole("alert").first()).toContainText("Please choose what to stop");
  await dialog.getByLabel("No more calls").check();
  await dialog.getByLabel("What was said").fill("Do not call me again.");
  await expectAccessible(page, "a stop in a call");
  await dialog.getByRole("button", { name: "Save Call" }).click();
  await expect(page.getByText("Call saved", { exact: true })).toBeVisible();

  await page.keyboard.press("Alt+c");
  await dialog.getByLabel("Calls", { exact: true }).check();
  await dialog.getByLabel("Phone").fill("217-555-8299");
  await expect(dialog.getByText("Only they can lift that, by agreeing again on the form.")).toBeVisible();
  await expect(dialog.getByText(/127\.0\.0\.1:\d+\/contact|localhost:\d+\/contact/)).toBeVisible();
  const stopped = dialog.getByLabel("Calls (stopped)");
  await expect(stopped).not.toBeChecked();
  await expect(stopped).toBeDisabled();
  await expectAccessible(page, "a call of a person who stopped calls");
});

test("on a phone a call with a meeting and without an e-mail address says that nothing is sent", {
  tag: "@drill",
}, async ({ phone, site }) => {
  test.setTimeout(90_000);
  await signInAsAdmin(phone, site, "/admin");
  await phone.getByRole("button", { name: "Enter Call" }).tap();
  const dialog = dialogOf(phone);
  await expectAccessible(phone, "an empty call");
  await dialog.getByRole("button", { name: "Save Call" }).tap();
  await expect(dialog.getByRole("alert").first()).toContainText("Name is required");
  await expect(dialog.getByRole("alert").first()).toContainText("Please choose what came of it");
  await expect(dialog.getByRole("alert").first()).toContainText("Please enter a phone number or an e-mail address");
  await dialog.getByLabel("Name").fill(LONG_NAME);
  await dialog.getByLabel("Phone").fill("217 555 0199");
  await dialog.getByLabel("Street address").fill("77 Long Meadow Rd, Springfield, IL");
  await dialog.getByLabel("Situation").selectOption("Inherited Property");
  await dialog.getByLabel("How they heard of us").selectOption("In their words…");
  await dialog.getByLabel("In their words").fill("A neighbor");
  await dialog.getByRole("radio", { name: "Reached" }).check();
  await dialog.getByLabel("What was said").fill("The roof leaks.");
  await dialog.getByLabel("Calls", { exact: true }).check();
  await dialog.getByLabel("Book a meeting").check();
  await expect(dialog.getByText("Without an e-mail address nothing is sent")).toBeVisible();
  await dialog.getByLabel("Date").selectOption({ index: 3 });
  await dialog.getByLabel("Time", { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel("Property type").selectOption("Single Family");
  await dialog.getByLabel("Timeframe to sell").selectOption("As soon as possible");
  await expectAccessible(phone, "a call with a meeting");
  await dialog.getByRole("button", { name: "Save Call and Meeting" }).tap();
  await expect(
    phone.getByText(/Call saved and meeting booked\. Without an e-mail address nothing is sent/),
  ).toBeVisible();
  await phone.goto("/admin/bookings?search=Featherstonehaugh");
  await expect(phone.getByRole("heading", { name: LONG_NAME })).toBeVisible();
  await expect(phone.getByText("No e-mail address")).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
