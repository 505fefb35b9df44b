// Staff follow up what came in: the day, the board with the keyboard, and the same on a phone.
import type { Page } from "@playwright/test";
import { bookMeeting, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { TODAY } from "../offers.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

const RENEE = "Renée O'Brien-Núñez";

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

test("a lead goes over the board with the keyboard and by dragging, with what is asked on the way", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await bookMeeting(site);
  await sendContactMessage(site);
  await signInAsAdmin(page, site, "/admin/pipeline");

  const stage = (name: string) => page.getByRole("region", { name: new RegExp(`^${name} `) });
  const moveButton = page.getByRole("button", { name: `Move: ${RENEE}` });
  await expect(stage("Meeting set").getByRole("button", { name: RENEE, exact: true })).toBeVisible();
  await expectAccessible(page, "board");
  await moveButton.focus();
  // Faster than the server answers: each is based on the one before.
  for (const [key, there] of [
    ["ArrowLeft", "Contacted"],
    ["ArrowRight", "Meeting set"],
    ["ArrowRight", "Met"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(stage(there).getByRole("button", { name: `Move: ${RENEE}` })).toBeFocused();
  }
  await expect(page.getByText(`${RENEE} is in Met now.`)).toBeAttached();
  await expect(stage("Met").getByRole("button", { name: `Move: ${RENEE}` })).toBeFocused();

  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Stage").selectOption("Lost");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(dialog.getByText("Please choose a reason").first()).toBeVisible();
  await dialog.getByLabel("Stage").selectOption("Under contract");
  await dialog.getByLabel("Contract price").fill("a lot");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(dialog.getByText("Please enter an amount, such as 185,000").first()).toBeVisible();
  await expectAccessible(page, "move dialog");
  await dialog.getByLabel("Contract price").fill("$185,000.50");
  await dialog.getByLabel("Contract signed on").fill("2026-11-25");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(dialog).toBeHidden();
  await expect(stage("Under contract").getByRole("button", { name: `Move: ${RENEE}` })).toBeFocused();

  const card = page.getByRole("listitem").filter({ hasText: "Tomás Ahlgren" });
  await card.dragTo(stage("Contacted"));
  await expect(stage("Contacted").getByRole("button", { name: "Tomás Ahlgren", exact: true })).toBeVisible();

  await page.getByRole("button", { name: RENEE, exact: true }).click();
  await expect(dialog.getByText("$185,000.50")).toBeVisible();
  await expectAccessible(page, "lead");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "List" }).click();
  await page.getByLabel("Search").fill("1422 elm");
  await expect(page.getByRole("status").filter({ hasText: "Showing 1 of 1 total leads" })).toBeVisible();
  await expectAccessible(page, "list of leads");
  await context.close();
  await stopSite(site);
});

test("of two quick moves the board is read again after the last, so that none is shown undone in between", {
  tag: "@drill",
}, async ({ browser }) => {
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await bookMeeting(site);
  await signInAsAdmin(page, site, "/admin/pipeline");
  const moveIn = (stage: string) =>
    page.getByRole("region", { name: new RegExp(`^${stage} `) }).getByRole("button", { name: `Move: ${RENEE}` });
  await moveIn("Meeting set").focus();

  // The first is answered once the second was pressed, the second once it was looked at.
  const [pressed, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const secondSent = Promise.withResolvers<void>();
  let moves = 0;
  await page.route(/\/stage$/, async (route) => {
    moves += 1;
    if (moves === 2) secondSent.resolve();
    await (moves === 1 ? pressed : seen).promise;
    await route.continue();
  });
  let reads = 0;
  page.on("request", (request) => {
    if (/\/api\/leads\/board/.test(request.url())) reads += 1;
  });
  // The second key comes in the task of the first, when its card may or may not be drawn in the new column.
  await page.evaluate(async () => {
    const press = () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    press();
    for (let turn = 0; turn < 500; turn++) await null;
    press();
  });
  pressed.resolve();
  await secondSent.promise;
  await expect(moveIn("Offer made")).toBeFocused();
  const readAgain = page.waitForResponse(/\/api\/leads\/board/);
  seen.resolve();
  await readAgain;
  await expect(page.getByText(`${RENEE} is in Offer made now.`)).toBeAttached();
  await expect(moveIn("Offer made")).toBeFocused();
  expect(reads).toBe(1);
  await context.close();
  await stopSite(site);
});

test("a key pressed the moment an answer arrives moves the lead on, though its card is not drawn again yet", {
  tag: "@drill",
}, async ({ browser }) => {
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await bookMeeting(site);
  await signInAsAdmin(page, site, "/admin/pipeline");
  const moveIn = (stage: string) =>
    page.getByRole("region", { name: new RegExp(`^${stage} `) }).getByRole("button", { name: `Move: ${RENEE}` });
  await moveIn("Meeting set").focus();
  // The page handles the answer in promises, and draws in a task of its own afterwards.
  await page.evaluate(() => {
    const { text } = Response.prototype;
    let answers = 0;
    Response.prototype.text = async function () {
      const answer = await text.call(this);
      if (!this.url.endsWith("/stage") || ++answers > 1) return answer;
      void (async () => {
        for (let turn = 0; turn < 500; turn++) await null;
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      })();
      return answer;
    };
  });
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText(`${RENEE} is in Offer made now.`)).toBeAttached();
  await expect(moveIn("Offer made")).toBeFocused();
  await context.close();
  await stopSite(site);
});

test("on a phone the log says what came of a step and what is next", { tag: "@drill" }, async ({ browser }) => {
  test.setTimeout(120_000);
  const site = await startSite();
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await bookMeeting(site);
  await signInAsAdmin(page, site, "/admin");
  await expect(page.getByRole("heading", { name: "Waiting for you 1" })).toBeVisible();
  await page.getByRole("button", { name: `Log: ${RENEE}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Reached" }).check();
  await dialog.getByRole("radio", { name: "Something else" }).check();
  await dialog.getByLabel("What is to be done").fill("Bring the offer");
  await dialog.getByLabel("Until when").fill("2001-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Please choose today or a later day").first()).toBeVisible();
  await dialog.getByLabel("Until when").fill(TODAY);
  await expectAccessible(page, "log");
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Due 1" })).toBeVisible();
  await expectAccessible(page, "the day");
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: `Log: ${RENEE}` }).click();
  await dialog.getByRole("radio", { name: "Only a note" }).check();
  await dialog.getByRole("radio", { name: "Nothing: “Bring the offer” is done" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  // The meeting ahead is a next step.
  await expect(page.getByRole("heading", { name: "Due 0" })).toBeVisible();
  await page.getByLabel("Send me my day every morning").check();
  await expect(page.getByText("Morning mail switched on")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Send me my day every morning")).toBeChecked();

  await page.goto("/admin/pipeline");
  await page.getByRole("button", { name: `Move: ${RENEE}` }).click();
  await dialog.getByLabel("Stage").selectOption("Met");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Met 1" })).toBeVisible();
  await expectAccessible(page, "stages on a phone");
  await expectNoSidewaysScroll(page);
  await context.close();
  await stopSite(site);
});

test("on a phone a day is worked off by keyboard alone, and the focus goes on to the next line", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  for (const name of ["Ada Ó'Neill", "Ben", "Cleo"])
    await sendContactMessage(site, { name, email: `${name.slice(0, 3).toLowerCase()}@example.com` });
  await signInAsAdmin(page, site, "/admin");
  const logsIn = (name: string) =>
    page.getByRole("region", { name: new RegExp(`^${name} \\d`) }).getByRole("button", { name: /^Log: / });
  const logOf = (name: string) => page.getByRole("button", { name: `Log: ${name}` });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(logsIn("Waiting for you")).toHaveCount(3);

  // No answer, and the proposed next try: three presses.
  await logOf("Ada Ó'Neill").focus();
  await press("Enter", "ArrowDown", "Enter");
  await expect(page.getByText("Logged", { exact: true })).toBeVisible();
  await expect(logOf("Ada Ó'Neill")).toBeFocused();
  await expect(logsIn("Waiting for you")).toHaveCount(3);

  // Reached, and the first of the proposals: five presses.
  await press("Enter", "Space", "Tab", "Space", "Enter");
  await expect(logsIn("Waiting for you")).toHaveCount(2);
  await expect(logsIn("Due")).toHaveCount(1);
  await expect(logOf("Ben")).toBeFocused();
  await press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Not interested" }).focus();
  await press("Space", "Enter");
  await expect(logsIn("Waiting for you")).toHaveCount(1);
  await expect(logOf("Cleo")).toBeFocused();
  await expectAccessible(page, "the day by keyboard");

  // A hand that has moved on before the list is read again stays where it is.
  const held = Promise.withResolvers<void>();
  await page.route("**/api/day*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await press("Enter");
  await dialog.getByRole("radio", { name: "Not interested" }).focus();
  await press("Space", "Enter");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Ada Ó'Neill" }).focus();
  held.resolve();
  await expect(logOf("Cleo")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Ada Ó'Neill" })).toBeFocused();
  await expectNoSidewaysScroll(page);
  await context.close();
  await stopSite(site);
});

test("on a phone, by keyboard, a lead sleeps and wakes, joins and parts, and the focus stays at the hand", {
  tag: "@drill",
}, async ({ phone: page, site }) => {
  await sendContactMessage(site, { name: "Heike", email: "heike@heirs.example" });
  await sendContactMessage(site, { name: "Igor", email: "igor@heirs.example" });
  await signInAsAdmin(page, site, "/admin/people?search=heirs.example");
  await page.getByRole("link", { name: "Heike" }).press("Enter");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Sleep").press("Enter");
  const sleep = page.getByRole("dialog", { name: "Let It Sleep" });
  await expect(sleep.getByLabel("Until when")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button("Wake")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button("Sleep")).toBeFocused();

  await button("Join Another Lead").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Join Another Lead" });
  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: "Please search and choose a lead" }).press("Enter");
  const search = dialog.getByLabel("Name, e-mail, phone number or street");
  await expect(search).toBeFocused();
  await page.keyboard.type("igor@heirs");
  await dialog.getByRole("radio", { name: /^Igor,/ }).press("Space");
  await search.fill("nobody@heirs");
  await expect(dialog.getByText("No other lead found.")).toBeVisible();
  await expectAccessible(page, "nothing found to join");
  await search.fill("igor@heirs");
  await expect(dialog.getByRole("radio", { name: /^Igor,/ })).not.toBeChecked();
  await dialog.getByRole("radio", { name: /^Igor,/ }).press("Space");
  await button("Join").press("Enter");
  await expect(page.getByRole("link", { name: "Igor", exact: true })).toBeVisible();
  await button("Part: Igor").press("Enter");
  await expect(button("Join Another Lead")).toBeFocused();
});
