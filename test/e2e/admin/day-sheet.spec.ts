// The day of an admin who drives from house to house: the printed sheet, and the same meetings in the phone's calendar.

import { bookMeeting } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

test("a day is read, printed and subscribed to, by keyboard, and the subscription is taken back", {
  tag: "@drill",
}, async ({ page, site }) => {
  test.setTimeout(90_000);
  const { id, date, time } = await bookMeeting(site, { firstName: "Sheeted", lastName: "Seller" });
  await signInAsAdmin(page, site, "/admin/bookings");
  await page.getByRole("link", { name: "Calendar" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Day Sheet" })).toBeFocused();
  await expect(page.locator(".sheet-day")).toHaveCount(7);
  await expect(page.getByText("Closed on Sundays.").first()).toBeVisible();
  const days = page.locator(".sheet-day h2");
  const thisWeek = await days.allInnerTexts();
  await page.getByRole("link", { name: "Next Week" }).click();
  await expect(days.first()).not.toHaveText(thisWeek[0] ?? "");
  expect((await days.allInnerTexts()).filter((day) => thisWeek.includes(day))).toEqual([]);

  await page.goto(`/admin/day-sheet?date=${date}&days=1`);
  const entry = page.getByRole("listitem").filter({ hasText: "Sheeted Seller" });
  for (const fact of [time, "30 minutes", "In person at the property", "Inherited Property", "The roof leaks."])
    await expect(entry).toContainText(fact);
  await expect(entry.getByRole("link", { name: "(217) 555-0142" })).toHaveAttribute("href", "tel:+12175550142");
  await expect(entry.getByRole("link", { name: "1422 Elm Street" })).toHaveAttribute("href", /openstreetmap/);
  await expect(entry.getByRole("link", { name: "the whole record" })).toHaveAttribute(
    "href",
    `/admin/bookings?booking=${id}`,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 844 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("link", { name: "Next Day" }).click();
  await expect(page.locator(".sheet-day")).toHaveCount(1);
  await expect(entry).toHaveCount(0);
  await page.goBack();
  await expect(entry).toBeVisible();
  const typed = page.getByLabel("From");
  await typed.focus();
  await page.keyboard.type("01152031");
  await expect(page).toHaveURL(/date=2031-01-15/);
  await expect(page.getByRole("heading", { name: "Wednesday, January 15" })).toBeVisible();
  await expect(typed).toHaveValue("2031-01-15");
  await page.goto(`/admin/day-sheet?date=${date}`);
  await expect(entry).toBeVisible();

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByText(/day sheet$/)).toBeVisible();
  for (const gone of ["navigation", "banner", "button"] as const) await expect(page.getByRole(gone)).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(entry).toHaveCSS("break-inside", "avoid");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });

  await page.getByRole("button", { name: "In Your Calendar" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "In your own calendar" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Create Calendar Address" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveAccessibleDescription(/Please name the calendar/);
  await expect(name).toBeFocused();
  await page.keyboard.type("My phone");
  await page.keyboard.press("Enter");
  const address = page.getByRole("textbox", { name: "Address for My phone" });
  await expect(address).toBeFocused();
  await expectAccessible(page);
  const url = await address.inputValue();
  await expect(page.getByRole("link", { name: "Open in Calendar Program" })).toHaveAttribute(
    "href",
    url.replace("http:", "webcal:"),
  );
  await page.keyboard.press("Escape");
  await expect(page.getByText("Not read yet.")).toBeVisible();
  const feed = await fetch(url);
  expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining("Sheeted Seller")]);
  await page.reload();
  await expect(page.getByText(/Last read/)).toBeVisible();
  expect(await page.content()).not.toContain(new URL(url).pathname);

  await page.getByRole("button", { name: "Revoke: My phone" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You have none yet.")).toBeVisible();
  expect((await fetch(url)).status).toBe(404);
});
