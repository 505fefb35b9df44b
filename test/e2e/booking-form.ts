// Steps on the booking page, shared by several tests.
import { expect, type Page } from "@playwright/test";

export const SELLER = {
  "First name": "Renée",
  "Last name": "O'Brien-Núñez",
  Email: "renee@example.com",
  Phone: "+1 312 555 0100",
  "Street address": "1422 Elm Street",
  City: "Springfield",
  "ZIP code": "02134",
};

export const CHOICES = {
  "Preferred contact": "Phone",
  State: "Illinois (IL)",
  "Property type": "Single Family",
  "Current situation": "Inherited Property",
  "Timeframe to sell": "1–3 months",
  "Meeting type": "In person at the property",
};

/** Opens the booking page on next month, because this one may be nearly over. */
export async function openBooking(page: Page): Promise<void> {
  await page.goto("/book-meeting");
  await expect(openDays(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Next month" }).click();
}

export function openDays(page: Page) {
  return page.getByRole("gridcell").getByRole("button", { name: /available/ });
}

/** The offered times. The theme choice also has radio buttons, and is rendered before any time. */
export function times(page: Page) {
  return page.getByRole("radiogroup", { name: /\d times?$/ }).getByRole("radio");
}

/** Chooses the nth open day of the visible month and one of its times; returns both. */
export async function chooseTime(page: Page, { day = 0, time = 0 } = {}): Promise<{ day: string; time: string }> {
  const button = openDays(page).nth(day);
  await button.click();
  const slot = times(page).nth(time);
  const label = (await slot.getAttribute("value")) ?? "";
  const date = (await button.getAttribute("data-day")) ?? "";
  await slot.click();
  return { day: date, time: label };
}

export async function fillIn(page: Page, changes: Partial<typeof SELLER> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...SELLER, ...changes }))
    await page.getByLabel(label, { exact: true }).fill(value);
  for (const [label, value] of Object.entries(CHOICES))
    await page.getByLabel(label, { exact: true }).selectOption(value);
}

export async function agree(page: Page): Promise<void> {
  await page.getByLabel("I agree to be contacted about my property").check();
}

/** What a visitor is asked for besides day, time and consent. */
export function answers(page: Page) {
  return page
    .getByRole("form", { name: "Your meeting" })
    .locator(":is(input:not([type=checkbox], [tabindex='-1']), select, textarea):visible");
}

/** Opens the field that is folded. */
export async function unfoldWords(page: Page): Promise<void> {
  await page.getByText("Anything else?").click();
}

export function submitButton(page: Page) {
  return page.getByRole("button", { name: "Confirm Booking", exact: true });
}

/** Expects all input to be still there. */
export async function expectTyped(page: Page): Promise<void> {
  for (const [label, value] of Object.entries({ ...SELLER, Phone: "(312) 555-0100" }))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
}
