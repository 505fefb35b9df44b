// The owner's calendar, and its effect for visitors.
import type { Page } from "@playwright/test";
import { holidayClosures } from "#inquiries/bookings/holidays.ts";
import { addDays, formatDay, weekdayOf } from "#platform/dates.ts";
import { bookMeeting, openDays } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

const WIDTHS = [320, 390, 768, 1280, 1920];

test("the owner closes days and changes hours; the calendar says why, and bookings outside are listed and stay", {
  tag: "@drill",
}, async ({ browser }) => {
  // Accessibility checks and a separate site take several seconds each on a slow machine.
  test.setTimeout(240_000);
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  try {
    const open = (await openDays(site)).map(({ date }) => date);
    const today = open[0] ?? "";
    const year = Number(today.slice(0, 4));
    const holiday = [year, year + 1]
      .flatMap(holidayClosures)
      .find(({ date }) => date > addDays(today, 1) && weekdayOf(date) !== 0);
    const holidayYear = Number(holiday?.date.slice(0, 4));
    const mondays = open.filter((date) => weekdayOf(date) === 1 && date > addDays(today, 7) && date !== holiday?.date);
    const [meetingDate = "", closed = ""] = mondays.slice(-2);
    const { id } = await bookMeeting(site, {
      firstName: "Early",
      lastName: "Bird",
      meetingDate,
      meetingTime: "9:00 AM",
    });

    await signInAsAdmin(page, site);
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Bookings" }).click();
    await page.getByRole("link", { name: "Availability" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Availability" })).toBeFocused();
    await page.getByLabel("Monday from").fill("11:00");
    await page.getByLabel("Days ahead").fill("120");
    await page.reload();
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    await page.getByLabel(`Closed on the federal holidays of ${holidayYear}`).check();
    await expect(page.getByLabel("Thanksgiving Day")).toBeChecked();
    await page.getByRole("button", { name: "Add Closed Dates" }).click();
    await expect(page.getByLabel("First day")).toBeFocused();
    await page.getByLabel("First day").fill(closed);
    await page.getByLabel("Last day").fill(addDays(closed, 1));
    const save = page.getByRole("button", { name: "Save Availability" });
    await save.click();
    await page.getByRole("link", { name: "Please give a reason: visitors read it" }).click();
    await expect(page.getByLabel("Reason")).toBeFocused();
    await page.getByLabel("Reason").fill("Family vacation");
    await save.click();

    const dialog = page.getByRole("dialog", { name: "1 booking falls outside" });
    await expect(dialog.getByRole("listitem")).toContainText("Outside the hours, 11:00 AM to 6:00 PM");
    await expectAccessible(page, "dialog");
    await dialog.getByRole("button", { name: "Save Anyway" }).click();
    await expect(page.locator(".toast")).toContainText("Availability saved");
    const outside = page.getByRole("region", { name: "Bookings outside the availability" });
    await expect(outside.getByRole("link", { name: "Early Bird" })).toHaveAttribute(
      "href",
      new RegExp(`booking=${id}$`),
    );
    await page.reload();
    await expect(outside).toContainText("Outside the hours");
    await expect(page.getByRole("region", { name: "Changes" })).toContainText(
      "Monday: 9:00 AM-6:00 PM → 11:00 AM-6:00 PM",
    );
    await expectFits(page);
    await expectNothingBehindTheBar(page);
    await expectAccessible(page, "availability");
    const { booking } = await (await page.request.get(`/api/bookings/${id}`)).json();
    expect(booking).toMatchObject({ status: "Scheduled", meetingDate, meetingTime: "9:00 AM" });

    await page.goto("/book-meeting");
    await turnTo(page, holiday?.date ?? "");
    await expect(page.getByRole("list", { name: "Closed days this month" })).toContainText(
      `Closed: ${holiday?.reason}`,
    );
    await turnTo(page, closed);
    const range = `${formatDay(closed, "weekday")} to ${formatDay(addDays(closed, 1), "weekday")}`;
    await expect(page.getByRole("list", { name: "Closed days this month" })).toContainText(
      `${range} Closed: Family vacation`,
    );
    await expectAccessible(page, "calendar");
    const day = page.locator(`[data-day="${closed}"]`);
    await expect(day).toHaveAccessibleName(/closed: Family vacation$/);
    await day.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".calendar-refusal")).toHaveText(
      `${formatDay(closed, "spoken")} is closed: Family vacation. Please choose an open day.`,
    );
    const visitor = await context.newPage();
    await visitor.clock.setFixedTime(`${closed}T19:00:00Z`);
    for (const path of ["/", "/contact"]) {
      await visitor.goto(path);
      const openNow = visitor.locator("main .open-now").first();
      await openNow.evaluate((element) => element.scrollIntoView());
      await expect(openNow).toHaveText(/^Closed now, opens Wed/);
    }
    await visitor.close();
    await expectFits(page);

    await page.goto("/admin/availability");
    await page.getByRole("button", { name: /Remove closed dates/ }).click();
    await page.getByLabel("Buffer around meetings in person").selectOption("1 hour");
    await save.click();
    await expect(page.locator(".toast")).toContainText("Availability saved");
    await page.goto("/book-meeting");
    await turnTo(page, closed);
    await expect(page.locator(`[data-day="${closed}"]`)).toHaveAccessibleName(/14 times available$/);

    // Availability now depends on the type of meeting, and a time that is no longer available is deselected.
    await bookMeeting(site, { meetingDate, meetingTime: "1:00 PM", meetingType: "phone", email: "other@example.com" });
    await page.reload();
    await turnTo(page, meetingDate);
    await page.locator(`[data-day="${meetingDate}"]`).click();
    const noon = page.getByRole("radio", { name: /^12:30 PM/ });
    await expect(page.getByRole("radio", { name: /^11:30 AM/ })).toBeVisible();
    await expect(noon).toHaveCount(0);
    const meetingType = page.getByLabel("Meeting type", { exact: true });
    await meetingType.selectOption("Phone call");
    await noon.click();
    await expect(page.locator(".booking-chosen")).toContainText("12:30 PM");
    await meetingType.selectOption("In person at the property");
    await expect(page.locator(".toast")).toContainText("too close to another meeting");
    await expect(page.getByText("No time chosen yet.")).toBeVisible();
    await expectHeardBeforeScript(page, meetingDate);

    await page.goto("/admin/availability");
    const from = page.getByLabel("Wednesday from");
    await from.fill("11:45");
    await expect(page.getByText(/^Wednesday: phone 9:00 AM to 6:00 PM, meetings 11:45 AM to/)).toBeVisible();
    await page.getByRole("button", { name: "Use the Hours of the Phone" }).click();
    await expect(from).toHaveValue("09:00");
  } finally {
    await context.close();
    await stopSite(site);
  }
});

/** A type of meeting that is chosen before hydration filters the times like any other. */
async function expectHeardBeforeScript(page: Page, day: string): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/book-meeting", { waitUntil: "commit" });
  await page.getByLabel("Meeting type", { exact: true }).selectOption("Phone call");
  scripts.resolve();
  await turnTo(page, day);
  await page.locator(`[data-day="${day}"]`).click();
  await expect(page.getByRole("radio", { name: /^12:30 PM/ })).toBeVisible();
}

async function turnTo(page: Page, date: string): Promise<void> {
  await expect(page.getByRole("grid")).toBeVisible();
  const day = page.locator(`[data-day="${date}"]`);
  while (!(await day.isVisible())) {
    const first = (await page.locator("[data-day]").first().getAttribute("data-day")) ?? "";
    await page.getByRole("button", { name: date > first ? "Next month" : "Previous month" }).click();
  }
}

async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
  }
}

/** The save bar stays visible, but never covers the focused element. */
async function expectNothingBehindTheBar(page: Page): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const hidden = await page.getByRole("form", { name: "Availability" }).evaluate((form) => {
      scrollTo(0, 0);
      const bar = form.querySelector(".availability-save");
      const controls = [...form.querySelectorAll<HTMLElement>("input, select, button")];
      return controls.filter((control) => {
        control.focus();
        const top = bar?.getBoundingClientRect().top ?? 0;
        return !bar?.contains(control) && control.getBoundingClientRect().bottom > top;
      }).length;
    });
    expect(hidden, `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 1920, height: 900 });
}
