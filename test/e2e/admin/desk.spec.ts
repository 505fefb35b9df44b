import type { Page } from "@playwright/test";
import { findPart, header } from "../../mime.ts";
import { bookMeeting, openDays } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { makeAccount, PASSWORD, signIn, signInAsAdmin } from "../accounts.ts";
import { mailTo } from "../outbox.ts";
import { publish as publishFacts } from "../publish.ts";
import { test as base, expect, type RunningSite, startSite, stopSite } from "../site.ts";

const STORY = "It began on Elm Street, with **one** porch.";
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M4 20 20 4l16 16v16H4z"/></svg>',
);
const SECTIONS = [
  "company",
  "notifications",
  "hours",
  "look",
  "figures",
  "people",
  "letters",
  "story",
  "questions",
  "pages",
  "legal",
  "rules",
];

/** What is published here must not reach other tests. */
const test = base.extend<{ own: RunningSite; desk: Page }>({
  own: async ({ browserName: _ }, use) => {
    const site = await startSite();
    await use(site);
    await stopSite(site);
  },
  desk: async ({ browser, own }, use) => {
    const context = await browser.newContext({ baseURL: own.url });
    const page = await context.newPage();
    await signInAsAdmin(page, own, "/admin/site");
    await expect(field(page, "Name of the company")).toBeVisible();
    await use(page);
    await context.close();
  },
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const open = (page: Page, title: RegExp) =>
  page.getByRole("navigation", { name: "Sections of the site" }).getByRole("link", { name: title }).click();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The text of the first mail to this address; empty until it is sent. */
function textTo(site: RunningSite, address: string): string {
  const [mail] = mailTo(site, address);
  return mail ? `From: ${header(mail, "from")}\n${findPart(mail, "text/plain").text}` : "";
}

const saved = (page: Page) => expect(page.getByText("Saved, not published yet.")).toBeVisible({ timeout: 10_000 });

/** The server does what it is asked for, and its answer is lost. */
async function loseAnswer(page: Page, path: string, method: string): Promise<{ isLost: () => boolean }> {
  let isLost = false;
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
  return { isLost: () => isLost };
}

test("a new owner makes the site theirs, sees it before anyone else, and publishes it", async ({ desk, own }) => {
  test.setTimeout(120_000);
  await desk.goto("/admin");
  await expect(desk.getByText("0 of 16 steps are done.")).toBeVisible();
  await desk.getByRole("link", { name: "Name your company" }).click();
  await field(desk, "Name of the company").fill("O’Hara & Núñez Homes");
  await field(desk, "Short name").fill("O’Hara");
  await field(desk, "Phone number").fill("(312) 555-0142");
  await press(desk, "Confirm this phone number");
  await field(desk, "ZIP code").fill("60614");
  await press(desk, "Find the Place on the Map");
  await expect(field(desk, "Latitude")).toHaveValue(/^41\.9/);
  await expect(field(desk, "Longitude")).toHaveValue(/^-87\.6/);
  await open(desk, /^Hours/);
  await field(desk, "Monday from").fill("07:30");
  await press(desk, "Copy Monday to Friday");
  await expect(desk.getByText(/^Monday: phone .* to .*, meetings 9:00 AM to 6:00 PM$/)).toBeVisible();
  await expect(field(desk, "Friday from")).toHaveValue("07:30");
  await field(desk, "Sunday").check();
  await open(desk, /^Look/);
  await field(desk, "A logo (optional)").setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: LOGO });
  await expect(desk.getByRole("img", { name: "Your logo" })).toBeVisible();
  await open(desk, /^People/);
  await press(desk, "Remove: Elena Ruiz");
  for (const [index, name] of ["Ana Núñez", "Seán O’Hara"].entries()) {
    await field(desk, "Name").nth(index).fill(name);
    await press(desk, "Confirm this person");
  }
  await open(desk, /^Story/);
  await field(desk, "Your story").fill(STORY);
  await press(desk, "Preview");

  const preview = desk.frameLocator("iframe[title=Preview]");
  await expect(preview.getByRole("contentinfo")).toContainText("(312) 555-0142");
  await press(desk, "Phone");
  await press(desk, "Dark");
  await expect(preview.locator("html.dark")).toBeAttached();
  await expect(preview.locator("[href]:not(link)")).toHaveCount(0);
  expect(await (await fetch(`${own.url}/about`)).text()).not.toContain("Ana Núñez");

  // In a frame that runs no script axe would wait for ever.
  await desk.locator("iframe").evaluate((frame) => frame.remove());
  await expectAccessible(desk, "preview");
  await open(desk, /^Company/);

  await press(desk, "Publish");
  const dialog = desk.getByRole("dialog", { name: "Publish these changes?" });
  await expect(dialog.locator("del").filter({ hasText: "Porchlight" }).first()).toBeVisible();
  await expect(dialog.locator("ins").filter({ hasText: "O’Hara" }).first()).toBeVisible();
  await expect(dialog.getByRole("region", { name: "People" })).toContainText("[removed: Elena Ruiz]");
  await expect(dialog.getByRole("region", { name: "Company" })).toContainText("Confirmed by owner@example.com");
  await expect(dialog).toContainText("Testimonials: R. M., Springfield");
  await expectAccessible(desk, "publish");
  await press(desk, "Publish Now");
  await expect(desk).toHaveTitle("Site | O’Hara & Núñez Homes", { timeout: 20_000 });
  await expect(desk.getByRole("link", { name: "Set the hours in which people can book" })).toBeVisible();
  await expect(desk.getByRole("link", { name: "Book a test meeting" })).toBeVisible();
  await desk.getByRole("link", { name: "See the site" }).click();
  await expect(desk.getByRole("contentinfo")).toContainText("O’Hara & Núñez Homes");
  await expect(desk.getByRole("contentinfo")).toContainText("(312) 555-0142");
  await desk.goto("/about");
  await expect(desk.getByText("Ana Núñez")).toBeVisible();
  await expect(desk.locator("strong", { hasText: "one" })).toBeVisible();
  await expect(desk.getByRole("banner").locator("img").first()).toBeVisible();
  await expect(desk.getByRole("contentinfo")).toContainText("7:30 AM");

  await bookMeeting(own);
  await expect.poll(() => textTo(own, "renee@example.com"), { timeout: 10_000 }).toContain("(312) 555-0142");
  expect(textTo(own, "renee@example.com")).toMatch(/From: .*O.Hara/u);
  await desk.goto("/admin");
  await expect(desk.getByText(/^[2-9] of 16 steps are done/)).toBeVisible();
  await expect(desk.getByText("Left: e-mail address, address")).toBeVisible();
  await desk.getByRole("link", { name: "Tell your story" }).click();
  await expect(field(desk, "Your story")).toHaveValue(STORY);
});

test("hours become those of meetings, and an announced closed day closes the calendar, each only once confirmed", async ({
  desk,
  own,
}) => {
  const [meetingDate = "", day = ""] = (await openDays(own)).map(({ date }) => date).slice(-2);
  await bookMeeting(own, { firstName: "Early", lastName: "Bird", meetingDate, meetingTime: "10:00 AM" });
  const dialog = desk.getByRole("dialog", { name: "Change when visitors can book?" });
  const isOpen = async (date: string) => (await openDays(own)).some((open) => open.date === date);
  await open(desk, /^Hours/);
  await field(desk, "Monday from").fill("11:00");
  await press(desk, "Copy Monday to Friday");
  await field(desk, "Saturday from").fill("11:00");
  await press(desk, "Use These Hours for Meetings");
  await expect(dialog).toContainText("Monday: 9:00 AM-6:00 PM → 11:00 AM-6:00 PM");
  await expect(dialog.getByRole("link", { name: "Early Bird" })).toBeVisible();
  await expectAccessible(desk, "the question");
  await dialog.getByRole("button", { name: "Go Back" }).click();
  await expect(desk.getByText("Monday: phone 11:00 AM to 6:00 PM, meetings 9:00 AM to 6:00 PM")).toBeVisible();
  await press(desk, "Use These Hours for Meetings");
  await dialog.getByRole("button", { name: "Save Availability" }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText("The hours of the phone and of meetings differ:")).toBeHidden();

  await open(desk, /^Look/);
  await field(desk, "Text (optional)").fill("We have moved");
  await expect(field(desk, "Closed day")).toBeHidden();
  await field(desk, "Text (optional)").fill("Closed for the move");
  await field(desk, "Last day (optional)").fill(day);
  await expect(field(desk, "Closed day")).toHaveValue(day);
  await field(desk, "Reason").fill("The move");
  await press(desk, "Close the Calendar");
  await expect(dialog).toContainText("(The move)");
  expect(await isOpen(day)).toBe(true);
  await dialog.getByRole("button", { name: "Save Availability" }).click();
  await expect(desk.getByText(/^The calendar is closed on /)).toBeVisible();
  expect(await isOpen(day)).toBe(false);
});

test("a tab that was open shows what another admin has published, in its titles too, without a reload", {
  tag: "@drill",
}, async ({ desk, own }) => {
  await desk.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const menu = desk.getByRole("navigation", { name: "Admin" });
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(desk).toHaveTitle("Email | Porchlight Home Buyers");
  await publishFacts(own, (facts) => ({ ...facts, company: { ...facts.company, name: "O’Hara & Núñez Homes" } }));
  await menu.getByRole("link", { name: "Site" }).click();
  await expect(desk).toHaveTitle("Site | O’Hara & Núñez Homes");
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(desk).toHaveTitle("Email | O’Hara & Núñez Homes");
  await expect(desk.getByText("Built by O’Hara & Núñez Homes")).toBeVisible();
  expect(await desk.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("wrong input is named at its field, and after a reload everything typed is still there", {
  tag: "@drill",
}, async ({ desk }) => {
  await field(desk, "Contact person").fill("Renée O'Brien-Núñez");
  await field(desk, "ZIP code").fill("6270");
  await open(desk, /^Rules/);
  await field(desk, "Upcoming meetings per person").fill("many");
  await press(desk, "Publish");
  await expect(desk.getByRole("alert")).toBeFocused();
  await expect(desk.getByRole("navigation", { name: "Sections of the site" })).toContainText("Companymistake");
  await desk.reload();
  await expect(field(desk, "Upcoming meetings per person")).toHaveValue("many");
  await press(desk, "Publish");
  await desk.getByRole("link", { name: "Company, Address, ZIP code: Please enter a valid ZIP code" }).click();
  await expect(field(desk, "ZIP code")).toBeFocused();
  await expect(field(desk, "Contact person")).toHaveValue("Renée O'Brien-Núñez");
  await field(desk, "ZIP code").fill("62702");
  await desk.getByRole("link", { name: /^Rules, Booking rules, .*: Please enter 1 to 100 meetings/ }).click();
  await field(desk, "Upcoming meetings per person").fill("5");
  await saved(desk);
  await desk.reload();
  await expect(field(desk, "Upcoming meetings per person")).toHaveValue("5");
  await press(desk, "Discard");
  await desk.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(field(desk, "Upcoming meetings per person")).toHaveValue("3");
  await expect(desk.getByText("This is what the site shows.")).toBeVisible();
});

test("two admins at once: each sees what the other edits, and of one field both texts are kept", {
  tag: "@drill",
}, async ({ browser, desk, own }) => {
  test.setTimeout(120_000);
  await makeAccount(own, { email: "second@example.com", role: "admin" });
  const context = await browser.newContext({ baseURL: own.url });
  const second = await context.newPage();
  await signIn(second, "second@example.com", PASSWORD);
  await expect(second).toHaveURL(/\/admin$/);
  await second.goto("/admin/site");
  await field(second, "Contact person").fill("Seán");
  await saved(second);
  await expect(field(desk, "Contact person")).toHaveValue("Seán");
  await expect(desk.getByText("second@example.com edits Contact person (just now)")).toBeVisible();

  // Both type before either of them is saved.
  await Promise.all([
    field(desk, "Phone number").fill("(312) 555-0142"),
    field(second, "Phone number").fill("(312) 555-0177"),
  ]);
  const mine = (page: Page) => page.getByRole("button", { name: "Keep mine: Phone number" });
  const isLate = (page: Page) => mine(page).isVisible();
  await expect.poll(async () => (await isLate(desk)) || isLate(second), { timeout: 10_000 }).toBe(true);
  const [late, first] = (await isLate(desk)) ? [desk, second] : [second, desk];
  const [lateNumber, firstNumber] = late === desk ? ["0142", "0177"] : ["0177", "0142"];
  const told = late.getByRole("alert").filter({ hasText: "The same was changed in two places" });
  await expect(told).toContainText(`You: (312) 555-${lateNumber}`);
  await expect(told).toContainText(`: (312) 555-${firstNumber}`);
  await expectAccessible(late, "conflict");
  await press(late, "Publish");
  await expect(told).toBeFocused();
  await mine(late).press("Enter");
  await expect(field(first, "Phone number")).toHaveValue(`(312) 555-${lateNumber}`, { timeout: 10_000 });

  await press(desk, "Publish");
  await field(second, "Short name").fill("O’Hara");
  await saved(second);
  await press(desk, "Publish Now");
  const dialog = desk.getByRole("dialog");
  await expect(dialog).toContainText("The draft was changed while you looked", { timeout: 30_000 });
  await expect(dialog.locator("ins", { hasText: "O’Hara" })).toBeVisible();
  await press(desk, "Publish Now");
  await expect(desk.getByText("Published. Your site shows it now.")).toBeVisible({ timeout: 30_000 });
  await expect(second.getByText("This is what the site shows.")).toBeVisible({ timeout: 10_000 });
  const { facts } = await (await fetch(`${own.url}/api/site/public`)).json();
  expect(facts.company).toMatchObject({
    phone: `(312) 555-${lateNumber}`,
    shortName: "O’Hara",
    contactPerson: "Seán",
  });

  await second.goto("/admin/site/history");
  const versions = second.getByRole("main").getByRole("listitem");
  await expect(versions).toHaveText([
    /Version 2\s*Published.*by owner@example\.com.*Short name, Phone number, Contact person/,
    /Version 1.*by the first start/,
  ]);
  await second.getByText("The words before and after").press("Enter");
  await expect(versions.first().locator("del", { hasText: "Dana" })).toBeVisible();
  await expectAccessible(second, "history");
  await second.getByRole("link", { name: "Preview: version 1" }).click();
  const preview = second.frameLocator("iframe[title=Preview]");
  await expect(preview.getByRole("contentinfo")).toContainText("(555) 010-0199");
  await second.getByRole("link", { name: "Back to the History" }).click();
  await press(second, "Publish again: version 1");
  await expect(second.getByRole("dialog")).toContainText("Three things stay as they are now");
  await second.getByRole("dialog").getByRole("button", { name: "Publish Again" }).click();
  await expect(versions.first()).toHaveText(/Version 3\s*Published/, { timeout: 30_000 });
  await context.close();
});

test("an owner alone whose answers get lost is accused of nothing, and everything is done once", async ({
  desk,
  own,
}) => {
  test.setTimeout(120_000);
  const saving = await loseAnswer(desk, "/api/site/draft", "PATCH");
  await field(desk, "Contact person").fill("Seán");
  await expect.poll(saving.isLost).toBe(true);
  await field(desk, "Contact person").fill("Seán O’Hara");
  await saved(desk);
  await expect(desk.getByRole("alert")).toHaveCount(0);
  await expect(field(desk, "Contact person")).toHaveValue("Seán O’Hara");

  await loseAnswer(desk, "/api/site/publish", "POST");
  await press(desk, "Publish");
  await press(desk, "Publish Now");
  await expect(desk.getByRole("dialog")).toContainText("Press again: nothing is published twice.", { timeout: 30_000 });
  await press(desk, "Publish Now");
  await expect(desk.getByText("Published. Your site shows it now.")).toBeVisible({ timeout: 30_000 });
  const { number, facts } = await (await fetch(`${own.url}/api/site/public`)).json();
  expect([number, facts.company.contactPerson]).toEqual([2, "Seán O’Hara"]);
});

test("without a connection what is typed stays in the tab, says so, and is saved once it is back", {
  tag: "@drill",
}, async ({ desk }) => {
  await desk.context().setOffline(true);
  await field(desk, "Contact person").fill("Renée O'Brien-Núñez");
  await expect(desk.getByText("No connection. What you type is kept in this tab.")).toBeVisible();
  await field(desk, "ZIP code").fill("6270");
  await field(desk, "City").fill("Peoria");
  await desk.context().setOffline(false);
  await expect(desk.getByText("All saved but one field.")).toBeVisible({ timeout: 20_000 });
  await expect(field(desk, "ZIP code")).toHaveAccessibleDescription("Please enter a valid ZIP code");
  await desk.reload();
  await expect(field(desk, "City")).toHaveValue("Peoria");
  await expect(field(desk, "ZIP code")).toHaveValue("6270");
  await field(desk, "ZIP code").fill("61602");
  await saved(desk);
});

test("who leaves at once has saved", { tag: "@drill" }, async ({ desk }) => {
  await field(desk, "Contact person").fill("Seán");
  await desk.goto("/privacy");
  await desk.evaluate(() => sessionStorage.clear());
  await desk.goto("/admin/site");
  await expect(field(desk, "Contact person")).toHaveValue("Seán");
});

for (const width of [1280, 390])
  test(`a toast covers no button of a dialog or of the save bar, however the page is scrolled, ${width} px wide`, async ({
    desk,
  }) => {
    await desk.setViewportSize({ width, height: 844 });
    await field(desk, "Contact person").fill("Seán");
    await saved(desk);
    await desk.route("**/api/site/draft/effects*", (route) => route.abort());
    for (const section of ["company", "pages"]) {
      await desk.goto(`/admin/site?section=${section}`);
      await press(desk, "Publish");
      const toast = desk.locator(".toast");
      await expect(toast).toBeVisible({ timeout: 20_000 });
      expect(await covered(desk), section).toEqual([]);
      await desk.getByRole("button", { name: "Go Back" }).click();
      // It stays while the pointer is on it.
      await toast.hover();
      expect(await covered(desk), section).toEqual([]);
      await desk.getByRole("button", { name: "Close message" }).click();
    }
  });

for (const width of [1280, 700])
  test(`controls side by side stand on one line, ${width} px wide`, async ({ desk }) => {
    await desk.setViewportSize({ width, height: 844 });
    for (const section of ["company", "figures", "letters", "rules"]) {
      await desk.goto(`/admin/site?section=${section}`);
      await expect(desk.locator(".field-row").first()).toBeVisible();
      expect(await crooked(desk), section).toEqual([]);
    }
    await desk.goto("/admin/site?section=company");
    await field(desk, "ZIP code").fill("no");
    await field(desk, "Short name").fill("");
    await field(desk, "City").focus();
    await expect(desk.getByText("Please enter a short name", { exact: true })).toBeVisible();
    await expect(desk.getByText("Please enter a valid ZIP code", { exact: true })).toBeVisible();
    expect(await crooked(desk), "with mistakes").toEqual([]);
  });

for (const width of [1280, 390])
  test(`every section of the desk is accessible in both themes and fits, ${width} px wide`, { tag: "@drill" }, async ({
    desk,
  }) => {
    test.setTimeout(240_000);
    await desk.setViewportSize({ width, height: 844 });
    for (const section of SECTIONS) {
      await desk.goto(`/admin/site?section=${section}`);
      await expect(desk.locator(".foot-bar")).toBeVisible();
      const bar = await desk.locator(".foot-bar").boundingBox();
      expect(bar?.height, section).toBeLessThanOrEqual(72);
      await expectAccessible(desk, section);
      expect(await desk.evaluate(() => document.documentElement.scrollWidth), section).toBeLessThanOrEqual(width);
      expect(await tooSmall(desk), section).toEqual([]);
    }
  });

/** Controls that are smaller than a finger. A link in a sentence is as high as its line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.locator("main").evaluate((main) => {
    const controls = [
      ...main.querySelectorAll<HTMLElement>(
        "button, select, textarea, input:not([type=checkbox], [type=radio]), nav a, .choice, .accent-card",
      ),
    ];
    return controls
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.9)
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

/** Names of the buttons that the toast covers. The buttons scroll, and the toast does not. */
function covered(page: Page): Promise<string[]> {
  return page.locator(".toast").evaluate(async (toast) => {
    await Promise.all(toast.getAnimations().map(({ finished }) => finished));
    const found = new Set<string>();
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 20) {
      scrollTo({ top, behavior: "instant" });
      const over = toast.getBoundingClientRect();
      for (const button of document.querySelectorAll<HTMLElement>(".foot-bar button, dialog[open] button")) {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const isApart = right <= over.left || left >= over.right || bottom <= over.top || top >= over.bottom;
        if (!isApart && !toast.contains(button)) found.add(button.textContent || button.ariaLabel || "a button");
      }
    }
    scrollTo({ top: 0, behavior: "instant" });
    return [...found];
  });
}

/** Labels of controls that stand lower or higher than the one beside them. */
function crooked(page: Page): Promise<string[]> {
  return page.locator(".field-row").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const fields = [...row.querySelectorAll<HTMLElement>(":scope > .field")];
      const tops = fields.map((field) => ({
        line: Math.round(field.getBoundingClientRect().top),
        top: Math.round(field.querySelector(".input")?.getBoundingClientRect().top ?? 0),
        label: field.querySelector("label")?.textContent ?? "",
      }));
      return tops
        .filter(({ line, top }) => tops.some((other) => other.line === line && other.top !== top))
        .map(({ label }) => label);
    }),
  );
}
