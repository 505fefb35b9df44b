// One day of the person who answers, on a phone and by keyboard: ten leads by every way in, and where each stands after each step.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { addDays } from "#platform/dates.ts";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { bookMeeting, lastOpenDay, post, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { adminSession, signInAsAdmin } from "../accounts.ts";
import { callAsAdmin, sendOffer, TODAY } from "../offers.ts";
import { expect, type RunningSite, startSite, stopSite, test } from "../site.ts";

const LISTS = ["Waiting for you", "Due", "Meetings", "Offers out"];

/** The names in each list that has any, and what stands below them. */
async function dayOf(page: Page): Promise<Record<string, string[]>> {
  const day: Record<string, string[]> = {};
  for (const name of LISTS) {
    const region = page.getByRole("region", { name: new RegExp(`^${name} \\d`) });
    const names = await region.locator("[data-record] p:first-child a").allTextContents();
    if (names.length > 0) day[name] = names.sort();
  }
  return day;
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** By keyboard: opens the log of a person, and chooses what came of it and what is next. */
async function log(page: Page, name: string, choices: readonly (string | RegExp)[]): Promise<void> {
  await page
    .getByRole("button", { name: `Log: ${name}` })
    .first()
    .focus();
  await press(page, "Enter");
  const dialog = page.getByRole("dialog");
  for (const choice of choices) {
    const exact = typeof choice === "string";
    await dialog.getByRole("radio", { name: choice, exact }).first().focus();
    await press(page, "Space");
  }
  await press(page, "Enter");
  await expect(dialog).toHaveCount(0);
}

async function leadOf(site: RunningSite, search: string): Promise<{ _id: string; person: { _id: string } }> {
  return (await callAsAdmin(site, "GET", `/api/leads?search=${search}`)).leads[0];
}

async function importDora(site: RunningSite): Promise<void> {
  const { accessToken } = await adminSession(site);
  const file = `Name,Email,Stage,Next step,Next step due\nDora,dora@example.com,Contacted,Bring papers,${TODAY}\n`;
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "text/csv" };
  const answer = await fetch(`${site.url}/api/leads/import?mode=import`, { method: "POST", headers, body: file });
  expect(answer.status).toBe(200);
}

/** Nobody can book a meeting of yesterday. */
function putIntoThePast({ dataDir }: RunningSite, bookingId: string): void {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), { timeout: 5_000 });
  database.prepare("update meetings set meeting_date = ? where id = ?").run(addDays(TODAY, -1), bookingId);
  database.close();
}

/** Leads by a form, a booking, a call, a file and an offer; three heirs of one house; one who did not come. */
async function fill(site: RunningSite) {
  for (const name of ["Ada", "Eva", "Fay", "Gil", "Ivy"])
    await sendContactMessage(site, { name, email: `${name.toLowerCase()}@example.com` });
  const day = await lastOpenDay(site);
  const one = { lastName: "", meetingDate: day };
  await bookMeeting(site, { ...one, firstName: "Ben", email: "ben@example.com", lastName: "Weiss" });
  const hana = await bookMeeting(site, { ...one, firstName: "Hana", email: "hana@example.com", lastName: "Sato" });
  await callAsAdmin(site, "POST", "/api/leads/calls", { name: "Cleo", phone: "(217) 555-0150", reached: false });
  await importDora(site);
  const { _id } = await leadOf(site, "hana");
  await callAsAdmin(site, "POST", `/api/leads/${_id}/log`, { channel: "call", outcome: "reached" });
  putIntoThePast(site, hana.id);
  const { url } = await sendOffer(site, (await leadOf(site, "ivy"))._id);
  return { hana, token: new URL(url).hash.slice(1) };
}

test("a whole day: who stands in which list, from the first call to a contract", async ({ browser }) => {
  test.setTimeout(180_000);
  const site = await startSite({ RATE_LIMIT: "off" });
  const { hana, token } = await fill(site);
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signInAsAdmin(page, site, "/admin");
  const expectDay = (day: Record<string, string[]>) => expect.poll(() => dayOf(page)).toEqual(day);
  const heirs = ["Eva", "Fay", "Gil"];
  await expectDay({
    "Waiting for you": ["Ada", "Ben Weiss", "Cleo", ...heirs, "Ivy"],
    Due: ["Dora", "Hana Sato"],
  });
  await expectAccessible(page, "a full day");

  // Six calls, by keyboard.
  await log(page, "Ada", ["No answer"]);
  await log(page, "Ada", ["Reached", /^Call back, .*/]);
  await expectDay({ "Waiting for you": ["Ben Weiss", "Cleo", ...heirs, "Ivy"], Due: ["Ada", "Dora", "Hana Sato"] });
  // Ben has a meeting ahead, which is a next step.
  await log(page, "Ben Weiss", ["Reached", "Nothing for now"]);
  await log(page, "Cleo", ["Asked us to stop"]);
  await log(page, "Ivy", ["Reached", "Nothing for now"]);
  await log(page, "Dora", ["Only a note", /^Nothing: “Bring papers” is done/]);
  await expectDay({
    "Waiting for you": heirs,
    Due: ["Ada", "Dora", "Hana Sato"],
    "Offers out": ["Ivy"],
  });

  // A no-show leaves the meetings, and its lead is let sleep.
  await page.goto(`/admin/bookings?booking=${hana.id}`);
  await page.getByRole("button", { name: "Note No-show" }).press("Enter");
  await expect(page.getByRole("dialog").getByText("No-show").first()).toBeVisible();
  await page.goto("/admin");
  await log(page, "Hana Sato", ["No answer", "Let it sleep"]);
  await expect(page.getByRole("link", { name: "Fell asleep in the last seven days: 1 lead" })).toBeVisible();

  // Three heirs are one line once their leads are joined.
  await page.goto(`/admin/people/${(await leadOf(site, "eva")).person._id}`);
  for (const name of ["Fay", "Gil"]) {
    await page.getByRole("button", { name: "Join Another Lead" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Join Another Lead" });
    await dialog.getByLabel("Name, e-mail, phone number or street").fill(name);
    await dialog.getByRole("radio", { name: new RegExp(`^${name},`) }).press("Space");
    await dialog.getByLabel("Their role").selectOption("Heir");
    await dialog.getByRole("button", { name: "Join", exact: true }).press("Enter");
    await expect(page.getByRole("combobox", { name: `Role of ${name}` })).toHaveValue("heir");
  }
  await expectAccessible(page, "three heirs");
  await page.goto("/admin");
  await expectDay({ "Waiting for you": ["Eva"], Due: ["Ada", "Dora"], "Offers out": ["Ivy"] });

  // Yes waits for staff, and a contract ends the asking.
  const yes = { token, answer: "yes", alternative: "cash" };
  expect((await post(`${site.url}/api/offers/answer`, yes)).status).toBe(200);
  await page.reload();
  await expectDay({ "Waiting for you": ["Eva", "Ivy"], Due: ["Ada", "Dora"] });
  await expect(page.getByText("Answered: Yes")).toBeVisible();
  await page.goto(`/admin/people/${(await leadOf(site, "ivy")).person._id}`);
  await page.getByRole("button", { name: "Move", exact: true }).press("Enter");
  const move = page.getByRole("dialog", { name: "Move to a Stage" });
  await move.getByLabel("Stage").selectOption("Under contract");
  await expect(move.getByLabel("Contract price")).toHaveValue("$141,455");
  await move.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await expect(move).toHaveCount(0);
  await page.goto("/admin");
  await expectDay({ "Waiting for you": ["Eva"], Due: ["Ada", "Dora"] });
  await expect(page.getByRole("link", { name: /^Later: 2 other leads are open/ })).toBeVisible();
  await context.close();
  await stopSite(site);
});
