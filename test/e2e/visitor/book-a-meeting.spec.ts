import type { Page } from "@playwright/test";
import ICAL from "ical.js";
import { bookMeeting, lastOpenDay } from "../../programs/requests.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import {
  agree,
  chooseTime,
  expectTyped,
  fillIn,
  openBooking,
  openDays,
  SELLER,
  submitButton,
  times,
  unfoldWords,
} from "../booking-form.ts";
import { expect, test } from "../site.ts";

const CREATE = "**/api/bookings";

test("a seller books a meeting and keeps a calendar file of it", async ({ page }) => {
  await page.goto("/");
  await openBooking(page);
  await expect(page.getByText("Please select a date to view available time slots.")).toBeVisible();
  await expect(submitButton(page)).toHaveAttribute("aria-disabled", "true");
  const chosen = await chooseTime(page, { day: 1 });
  await fillIn(page);
  await unfoldWords(page);
  await page.getByLabel("Additional information (optional)").fill("The roof leaks.\nCall after five.");
  await agree(page);
  await submitButton(page).click();

  await expect(page).toHaveURL(/\/booking-confirmation\/[0-9a-z]{26}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re booked.");
  await expect(page.locator("#toasts")).toContainText("Success!");
  const ticket = page.getByRole("region", { name: "Your meeting" });
  await expect(ticket.locator("time")).toHaveAttribute("datetime", chosen.day);
  await expect(ticket).toContainText(chosen.time);
  await expect(ticket).toContainText("In person at the property");
  await expect(ticket).toContainText("1422 Elm Street");
  await expect(ticket).toContainText("(312) 555-0100");
  await expect(ticket).toContainText("renee@example.com");
  await expect(page.getByText("A confirmation email was sent")).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Calendar Invite" }).click(),
  ]);
  const file = await (await download.createReadStream()).toArray();
  const calendar = new ICAL.Component(ICAL.parse(Buffer.concat(file).toString()));
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
  expect(event.startDate.toJSDate().toLocaleDateString("en-CA", { timeZone: "America/Chicago" })).toBe(chosen.day);
  expect(event.location).toContain("1422 Elm Street");

  await page.reload();
  await expect(ticket).toContainText(chosen.time);
  // Not to a form that could be sent again.
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("a link to no booking says so, and leads home", async ({ page }) => {
  const answer = await page.goto("/booking-confirmation/00000000000000000000000000");
  expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Booking not found");
  await page.getByRole("link", { name: "Return Home" }).click();
  await expect(page).toHaveURL("/");
});

test("pressing Confirm Booking without a time says what is missing and leads to the calendar", async ({ page }) => {
  await openBooking(page);
  await fillIn(page);
  await submitButton(page).click({ force: true });
  await expect(page.locator(".toast")).toContainText("Missing Information");
  await expect(page.locator(".toast")).toContainText("Please select a date and time for your meeting.");
  await expect(page.getByText("No time chosen yet.")).toBeVisible();
  await expect(page.locator(".calendar-grid button:focus")).toHaveCount(1);
  await expectTyped(page);
});

test("without the tick nothing is sent, and the page asks for it", async ({ page }) => {
  const posts = countPosts(page);
  await openBooking(page);
  await chooseTime(page);
  await fillIn(page);
  await expect(page.getByLabel("I agree to be contacted about my property")).not.toBeChecked();
  await submitButton(page).click();
  await expect(page.locator(".toast")).toContainText("Agreement Required");
  await expect(page.locator(".toast")).toContainText("Please agree to be contacted about your property.");
  await expect(page.getByRole("alert")).toBeFocused();
  expect(posts()).toBe(0);
});

test("a form with problems names them all, and each link leads to its field", async ({ page }) => {
  await openBooking(page);
  await chooseTime(page);
  await page.getByLabel("Email", { exact: true }).fill("not-an-address");
  await page.getByLabel("Phone", { exact: true }).fill("call me");
  await page.getByLabel("ZIP code", { exact: true }).fill("1234");
  await submitButton(page).click();

  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("heading")).toHaveText("There is a problem");
  await expect(page).toHaveTitle(/^Error: /);
  const messages = [
    "First name is required",
    "Last name is required",
    "Please enter a valid email address",
    "Please enter a valid phone number",
    "Street address is required",
    "City is required",
    "Please enter a valid ZIP code",
    "Please agree to be contacted about your property.",
  ];
  for (const message of messages) await expect(summary.getByRole("link", { name: message })).toBeVisible();
  await summary.getByRole("link", { name: "Please enter a valid ZIP code" }).click();
  await expect(page.getByLabel("ZIP code", { exact: true })).toBeFocused();
  await expect(page.getByLabel("ZIP code", { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("a field complains once it is left, not while it is being typed, and stops when mended", async ({ page }) => {
  await openBooking(page);
  const email = page.getByLabel("Email", { exact: true });
  const problem = page.getByText("Please enter a valid email address");
  await email.pressSequentially("r");
  await expect(problem).toBeHidden();
  await email.blur();
  await expect(problem).toBeVisible();
  await email.fill("renee@example.com");
  await expect(problem).toBeHidden();
});

test("another visitor took the time: the form stays and the other times are offered", async ({
  page,
  browser,
  site,
}) => {
  await openBooking(page);
  const chosen = await chooseTime(page, { day: 2, time: 1 });
  await fillIn(page);
  await agree(page);

  const context = await browser.newContext({ baseURL: site.url });
  const faster = await context.newPage();
  await openBooking(faster);
  await chooseTime(faster, { day: 2, time: 1 });
  await fillIn(faster, { Email: "faster@example.com", Phone: "217-555-0177" });
  await agree(faster);
  await submitButton(faster).click();
  await expect(faster).toHaveURL(/booking-confirmation/);
  await context.close();

  await submitButton(page).click();
  await expect(page.getByText("That time was just taken. Here are the other times.")).toBeVisible();
  await expect(page.locator("#slots-heading")).toBeFocused();
  await expect(times(page).first()).toBeVisible();
  await expect(page.locator(`input[type=radio][value="${chosen.time}"]`)).toHaveCount(0);
  await expectTyped(page);
  await times(page).nth(3).click();
  await submitButton(page).click();
  await expect(page).toHaveURL(/booking-confirmation/);
});

for (const [name, answer] of [
  [
    "a refusal",
    {
      status: 400,
      json: {
        success: false,
        message: "Please check the marked fields.",
        code: "invalid_input",
        fields: { email: "Please enter a valid email address" },
      },
    },
  ],
  ["too many posts", { status: 429, json: { success: false, message: "Please wait a little.", code: "rate_limited" } }],
  [
    "a fault of the server",
    { status: 500, json: { success: false, message: "Something went wrong on our side.", code: "internal" } },
  ],
  ["a proxy's own page", { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }],
] as const) {
  test(`${name} costs the seller nothing that was typed`, {
    tag: name === "a fault of the server" ? [] : "@drill",
  }, async ({ page }) => {
    await openBooking(page);
    await chooseTime(page, { day: 3, time: 2 });
    await fillIn(page);
    await agree(page);
    await page.route(CREATE, (route) => route.fulfill(answer));
    await submitButton(page).click();
    const words = "json" in answer ? answer.json.message : "Failed to book meeting. Please try again.";
    await expect(page.locator(".toast")).toContainText(words);
    await expect(page.locator("form .note")).toContainText(words);
    await expectTyped(page);
    await page.reload();
    await expectTyped(page);
    await expect(page.getByLabel("I agree to be contacted about my property")).not.toBeChecked();
  });
}

test("offline keeps everything, and the second try cannot book twice", async ({ page, context }) => {
  const keys: (string | undefined)[] = [];
  await openBooking(page);
  await chooseTime(page, { day: 4, time: 0 });
  await fillIn(page, { Email: "offline@example.com" });
  await agree(page);
  page.on("request", (request) => {
    if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
  });
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await submitButton(page).click();
  await expect(page.locator(".toast")).toContainText("Failed to book meeting. Please try again.");
  await context.setOffline(false);
  await submitButton(page).click();
  await expect(page).toHaveURL(/booking-confirmation/);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test("a double click books once", async ({ page }) => {
  const posts = countPosts(page);
  await openBooking(page);
  await chooseTime(page, { day: 5, time: 0 });
  await fillIn(page, { Email: "double@example.com", Phone: "217 555 0188" });
  await agree(page);
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(/booking-confirmation/);
  expect(posts()).toBe(1);
});

test("what is typed before the script arrives stays, and nothing typed ends up in the address", async ({ page }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/book-meeting", { waitUntil: "commit" });
  await page.getByLabel("First name").fill("Early");
  await page.getByLabel("First name").press("Enter");
  await page.getByRole("button", { name: "Confirm Booking" }).click({ force: true });
  await expect(page).toHaveURL("/book-meeting");
  scripts.resolve();
  await expect(openDays(page).first()).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Early");
});

test("times come for the day chosen last, and the choice of another day clears the time", async ({ page }) => {
  await openBooking(page);
  const slow = Promise.withResolvers<void>();
  await expect(openDays(page).first()).toBeVisible();
  const first = (await openDays(page).nth(0).getAttribute("data-day")) ?? "";
  await page.route(`**/available-slots?date=${first}`, async (route) => {
    await slow.promise;
    await route.fulfill({ json: { success: true, slots: ["1:11 PM"] } }).catch(() => {});
  });
  await openDays(page).nth(0).click();
  await openDays(page).nth(1).click();
  await expect(times(page).first()).toBeVisible();
  slow.resolve();
  await expect(page.getByRole("radio", { name: /1:11 PM/ })).toHaveCount(0);
  await times(page).first().click();
  await expect(page.locator(".booking-chosen strong")).toBeVisible();
  await openDays(page).nth(2).click();
  await expect(page.getByText("No time chosen yet.")).toBeVisible();
});

test("a day without times says so and offers the next open one", async ({ page }) => {
  await openBooking(page);
  await page.route("**/available-slots?date=*", (route) => route.fulfill({ json: { success: true, slots: [] } }));
  await openDays(page).first().click();
  await expect(page.getByText("No available time slots for this date. Please select another date.")).toBeVisible();
  const next = page.getByRole("button", { name: /^Next open day: / });
  await page.unroute("**/available-slots?date=*");
  await next.click();
  await expect(times(page).first()).toBeVisible();
});

test("times that cannot be loaded show a toast and offer Retry", async ({ page }) => {
  await openBooking(page);
  await page.route("**/available-slots?date=*", (route) => route.fulfill({ status: 500, body: "" }));
  await openDays(page).first().click();
  await expect(page.locator(".toast")).toContainText("Failed to load available time slots");
  await page.unroute("**/available-slots?date=*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(times(page).first()).toBeVisible();
});

test("the calendar is one grid with one tab stop, and every key leads where the pattern says", async ({ page }) => {
  await openBooking(page);
  await expect(page.getByRole("grid")).toHaveCount(1);
  const stops = page.getByRole("grid").locator("[tabindex='0']");
  await expect(stops).toHaveCount(1);
  await openDays(page).nth(3).focus();
  await openDays(page).nth(3).press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  const focused = () => page.locator(".calendar-grid button:focus").getAttribute("data-day");
  const shift = (day: string | null, days: number) => {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
  };
  let before = await focused();
  for (const [key, days] of [
    ["ArrowRight", 1],
    ["ArrowLeft", -1],
    ["ArrowDown", 7],
    ["ArrowUp", -7],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused()).toBe(shift(before, days));
    before = await focused();
  }
  await page.keyboard.press("PageDown");
  expect((await focused())?.slice(0, 7)).not.toBe(before?.slice(0, 7));
  await page.keyboard.press("Home");
  expect(new Date(`${await focused()}T00:00:00Z`).getUTCDay()).toBe(0);
  await expect(page.locator(".calendar-grid button:focus")).toHaveAccessibleName(/closed on Sundays$/);
  await page.keyboard.press("Enter");
  await expect(page.locator(".calendar-refusal")).toContainText("closed on Sundays");
  await expect(page.getByText("Please select a date to view available time slots.")).toBeVisible();
  await page.keyboard.press("End");
  expect(new Date(`${await focused()}T00:00:00Z`).getUTCDay()).toBe(6);
  await expect(stops).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(times(page).first()).toBeVisible();
});

test("a whole booking needs nothing but the keyboard", async ({ page }) => {
  await page.goto("/book-meeting");
  await expect(openDays(page).first()).toBeVisible();
  await tabTo(page, ".calendar-grid [tabindex='0']");
  await page.keyboard.press("ArrowDown");
  while ((await page.locator(".calendar-grid button:focus").getAttribute("aria-disabled")) === "true")
    await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(times(page).first()).toBeVisible();
  await tabTo(page, ".slot input");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  for (const value of [SELLER["First name"], SELLER["Last name"], "keys@example.com", "217 555 0199"]) {
    await tabTo(page, "#firstName, #lastName, #email, #phone");
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("62704");
  await page.keyboard.press("Tab");
  await page.keyboard.type(SELLER["Street address"]);
  await expect(page.getByLabel("City", { exact: true })).toHaveValue(SELLER.City);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  for (const choice of ["Condo", "Divorce", "Just", "Phone"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(choice);
  }
  await tabTo(page, "#consent-agreed");
  await page.keyboard.press("Space");
  await tabTo(page, ".booking-submit");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/booking-confirmation/);
});

test("on a phone each choice of a day brings the times into view, and a chosen time folds the calendar", async ({
  phone,
}) => {
  await openBooking(phone);
  for (const day of [6, 7]) {
    await openDays(phone).nth(day).tap();
    await expect(phone.locator("#slots-heading")).toBeInViewport();
    await expect(times(phone).first()).toBeVisible();
  }
  const [left, right] = await Promise.all([0, 1].map((slot) => times(phone).nth(slot).boundingBox()));
  expect(left?.y).toBe(right?.y);
  expect(left?.width).toBeGreaterThan(120);
  expect(left?.height).toBeGreaterThanOrEqual(44);
  await times(phone).nth(1).tap();
  await expect(phone.getByRole("grid")).toBeHidden();
  await expect(phone.getByLabel("First name")).toBeFocused();
  await expect(phone.locator("[data-folded] > p")).toBeVisible();
  await phone.getByLabel("First name").blur();
  await expect(phone.locator("[data-chosen-bar]")).toBeVisible();
  await phone.locator(".booking-submit").scrollIntoViewIfNeeded();
  await expect(phone.locator("[data-chosen-bar]")).toBeHidden();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

for (const zone of ["Pacific/Auckland", "Pacific/Honolulu"]) {
  test(`in ${zone} the company's days and times are shown, and the visitor's own beside them`, async ({
    browser,
    site,
    request,
  }) => {
    const context = await browser.newContext({ baseURL: site.url, timezoneId: zone });
    const page = await context.newPage();
    await page.goto("/book-meeting");
    const { days } = await (await request.get("/api/bookings/available-days")).json();
    const first = days.find((day: { state: string }) => day.state === "open").date;
    await expect(openDays(page).first()).toHaveAttribute("data-day", first);
    await openDays(page).first().click();
    await expect(page.getByText("Times are Central Time (CT)")).toBeVisible();
    await expect(page.locator(".slot").first()).toContainText("your time");
    await context.close();
  });
}

test("the booking page has no accessibility violation, empty, filled or refused, in either theme and size", async ({
  browser,
  site,
}) => {
  // Four checks per page, of several seconds each on a slow machine.
  test.setTimeout(180_000);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const context = await browser.newContext({ baseURL: site.url, viewport });
    const page = await context.newPage();
    await openBooking(page);
    await expectAccessible(page);
    await chooseTime(page, { day: 8 });
    await page.getByLabel("Last name").focus();
    await submitButton(page).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expectAccessible(page);
    await context.close();
  }
});

test("the page fits a screen of 320 pixels and text of twice the size", { tag: "@drill" }, async ({ page }) => {
  for (const [width, zoom] of [
    [320, 1],
    [640, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/book-meeting");
    if (zoom === 2) await page.addStyleTag({ content: "html{font-size:200%}" }).catch(() => {});
    await expect(openDays(page).first()).toBeVisible();
    await openDays(page).first().click();
    await expect(times(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test("the confirmation prints on one page", { tag: "@drill" }, async ({ page, site }) => {
  const { id } = await bookMeeting(site, { meetingType: "phone", meetingDate: await lastOpenDay(site) });
  await page.goto(`/booking-confirmation/${id}`);
  await expect(page.getByRole("region", { name: "Your meeting" })).toBeVisible();
  await expectAccessible(page);
  const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

function countPosts(page: Page): () => number {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  return () => posts;
}
