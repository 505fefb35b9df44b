// Input by visitors is shown as text everywhere. Tokens are in localStorage, so a single injected script would get them.
import type { Page } from "@playwright/test";
import { bookMeeting, sendContactMessage } from "../../programs/requests.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

const MARKUP = '"><img src=x onerror=window.ran=1><script>window.ran=1</script>{{ran=1}}';

test("nothing a visitor typed runs or is drawn, in lists, dialogs, toasts or on pages", async ({ page, site }) => {
  const complaints: string[] = [];
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  const { id } = await bookMeeting(site, {
    firstName: MARKUP,
    lastName: MARKUP,
    propertyAddress: { street: MARKUP, city: MARKUP, state: "IL", zipCode: "62701" },
    additionalInfo: `${MARKUP}\njavascript:window.ran=1`,
    source: {
      first: { utmSource: MARKUP, utmCampaign: MARKUP, referrer: "javascript:window.ran=1", landingPage: MARKUP },
    },
  });
  await sendContactMessage(site, { name: MARKUP, message: MARKUP });

  await page.goto(`/booking-confirmation/${id}`);
  await expect(page.getByRole("main")).toContainText(MARKUP);
  await expectHarmless(page);
  for (const path of [`/under-construction/${encodeURIComponent(MARKUP)}`, `/login?from=javascript:window.ran=1`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectHarmless(page);
  }

  await signInAsAdmin(page, site, "/admin/bookings");
  await page.getByRole("button", { name: `View details: ${MARKUP}` }).click();
  await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText("javascript:window.ran=1");
  await expectHarmless(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Notes: ${MARKUP}` }).click();
  await page.getByRole("dialog", { name: "Add/Update Notes" }).getByLabel("Notes").fill(MARKUP);
  await page.getByRole("button", { name: "Save Notes" }).click();
  await expect(page.locator(".toast")).toContainText("Notes added successfully");
  await expectHarmless(page);

  await page.goto("/admin/contacts");
  await page.getByRole("button", { name: `View details: ${MARKUP}` }).click();
  await expect(page.getByRole("dialog", { name: "Contact Details" })).toContainText(MARKUP);
  await expectHarmless(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Delete: ${MARKUP}` }).click();
  await expectHarmless(page);
  for (const path of [
    "/admin",
    "/admin/analytics",
    "/admin/mail",
    `/admin/bookings?search=${encodeURIComponent(MARKUP)}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectHarmless(page);
  }
  expect(complaints).toEqual([]);
});

async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: "ran" in window,
    drawn: document.querySelectorAll('img[src="x"], [onerror]').length,
    links: [...document.querySelectorAll("a[href]")].filter((link) =>
      /^javascript:/i.test(link.getAttribute("href") ?? ""),
    ).length,
  }));
  expect(found).toEqual({ ran: false, drawn: 0, links: 0 });
}
