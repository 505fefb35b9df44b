// The secret of a manage link: read once, moved out of sight, and never mixed up with another meeting's.
import type { Page } from "@playwright/test";
import { bookMeeting, openDays } from "../../programs/requests.ts";
import { agree, chooseTime, fillIn, openBooking, submitButton } from "../booking-form.ts";
import { expect, type RunningSite, test } from "../site.ts";

const PATH = "/manage-meeting";

let visitors = 0;

/** A meeting far enough ahead that it may be changed at any time of day. */
async function meetingOf(site: RunningSite) {
  visitors += 1;
  const date = (await openDays(site)).at(-1 - visitors)?.date ?? "";
  const email = `link${visitors}@example.com`;
  return { ...(await bookMeeting(site, { meetingDate: date, meetingTime: "11:00 AM", email })), date };
}

async function expectMeeting(page: Page, date: string): Promise<void> {
  await expect(page.getByRole("region", { name: "Your meeting" }).locator("time")).toHaveAttribute("datetime", date);
  expect(await page.evaluate(() => location.pathname + location.search + location.hash)).toBe(PATH);
}

async function expectToOpenMailAgain(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Please open the link in your e-mail again");
  await expect(page.getByRole("region", { name: "Your meeting" })).toHaveCount(0);
}

/** Later than the call, which the end of the document would break off. */
async function goInHistory(page: Page, steps: number): Promise<void> {
  await page.evaluate((by) => void setTimeout(() => history.go(by)), steps);
}

test("the secret leaves the address bar once the page has it, and a reload shows the meeting again", async ({
  page,
  context,
  site,
}) => {
  const { manageUrl, date } = await meetingOf(site);
  await page.goto(manageUrl);
  await expectMeeting(page, date);
  await page.reload();
  await expectMeeting(page, date);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    new URL(manageUrl).hash.slice(1),
  );

  // A link within the page keeps the secret.
  await page.getByRole("link", { name: "Skip to main content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await page.reload();
  await expect(page.getByRole("region", { name: "Your meeting" }).locator("time")).toHaveAttribute("datetime", date);
  await page.goBack();
  await expectMeeting(page, date);

  // An address copied from the address bar opens nothing, neither elsewhere nor in this tab.
  await page.goto("/contact");
  for (const other of [await context.newPage(), page]) {
    await other.goto(PATH);
    await expectToOpenMailAgain(other);
    await other.reload();
    await expectToOpenMailAgain(other);
  }
});

test("with two meetings opened in one tab, Back and Forward show the right one, also after a reload", {
  tag: "@drill",
}, async ({ page, site }) => {
  const [first, second] = [await meetingOf(site), await meetingOf(site)];
  await page.goto(PATH);
  await expectToOpenMailAgain(page);
  await page.goto(first.manageUrl);
  await expectMeeting(page, first.date);
  await page.goto(second.manageUrl);
  await expectMeeting(page, second.date);
  await page.goBack();
  await expectMeeting(page, first.date);
  await page.reload();
  await expectMeeting(page, first.date);
  await page.goBack();
  await expectToOpenMailAgain(page);
  await page.goForward();
  await expectMeeting(page, first.date);
  await page.goForward();
  await expectMeeting(page, second.date);

  await page.goto("/contact");
  await page.goto(first.manageUrl);
  await expectMeeting(page, first.date);
  await goInHistory(page, -2);
  await expectMeeting(page, second.date);
  await goInHistory(page, -1);
  await expectMeeting(page, first.date);
});

test("a second link pasted before the page has come to life, or while it is changing the first, shows its own meeting", {
  tag: "@drill",
}, async ({ page, site }) => {
  const [first, second] = [await meetingOf(site), await meetingOf(site)];
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/*manage-meeting*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(first.manageUrl, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your meeting");
  await page.goto(second.manageUrl, { waitUntil: "commit" });
  goOn();
  await expectMeeting(page, second.date);
  await page.goBack();
  await expectMeeting(page, first.date);

  await page.route("**/api/manage-meeting/cancel", async (route) => {
    await page.goto(second.manageUrl, { waitUntil: "commit" });
    await route.continue();
  });
  await page.getByRole("button", { name: "Cancel this meeting" }).click();
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  await expectMeeting(page, second.date);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change or cancel your meeting");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This meeting is cancelled.");
});

test("a link that is not ours says so, and a meeting opened before is not shown in its place", async ({
  page,
  site,
}) => {
  const { manageUrl, date } = await meetingOf(site);
  await page.goto(manageUrl);
  await expectMeeting(page, date);
  await page.goto(`${PATH}#0123456789abcdefghjkmnpqrs.wrong`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is no longer valid");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is no longer valid");
  await page.goBack();
  await expectMeeting(page, date);
});

test("Change or Cancel on the confirmation leads to the meeting, and Back to the confirmation", {
  tag: "@drill",
}, async ({ page }) => {
  await openBooking(page);
  const { day } = await chooseTime(page, { day: 3, time: 2 });
  await fillIn(page, {
    "First name": "Renée",
    "Last name": "Núñez",
    Email: "renee@example.com",
    Phone: "(217) 555-0166",
  });
  await agree(page);
  await submitButton(page).click();
  await page.getByRole("link", { name: "Change or Cancel" }).click();
  await expectMeeting(page, day);
  await page.goBack();
  await expect(page).toHaveURL(/\/booking-confirmation\//);
  await page.goForward();
  await expectMeeting(page, day);
});
