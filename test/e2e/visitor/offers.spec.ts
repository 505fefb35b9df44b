import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { addDays, formatDay } from "#platform/dates.ts";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { bookMeeting, lastOpenDay } from "../../programs/requests.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { callAsAdmin, contentFromToday, IN_A_MONTH, sendOffer, TODAY } from "../offers.ts";
import { linkIn, mailAbout } from "../outbox.ts";
import { expect, type RunningSite, test } from "../site.ts";

/** A lead of its own for each test. */
async function makeLead(site: RunningSite, email: string): Promise<string> {
  const { id } = await bookMeeting(site, { email, meetingDate: await lastOpenDay(site) });
  const database = new DatabaseSync(join(site.dataDir, SQLITE_FILE), { timeout: 5_000 });
  const row = database.prepare("select lead_id from bookings where id = ?").get(id);
  database.close();
  return String(row?.lead_id);
}

test("an offer goes from an empty draft to the seller's yes on a phone", async ({ page, phone, site }) => {
  test.setTimeout(120_000);
  const email = "offer-way@example.com";
  const lead = await makeLead(site, email);
  const { personId } = await callAsAdmin(site, "GET", `/api/people/of-lead/${lead}`);
  await signInAsAdmin(page, site, `/admin/people/${personId}`);
  await page.getByRole("button", { name: "Make an Offer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Offer 1" })).toBeVisible();

  // What is missing is named, and nothing is sent.
  await page.getByRole("button", { name: "Send Offer" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toContainText("Please enter the value after repairs");
  await expect(summary).toContainText("Please name at least one sale nearby");
  await expectAccessible(page, "refused offer");

  await page.getByLabel("Value after repairs").fill("231,000");
  await page.getByRole("button", { name: "Add a sale" }).click();
  await page.getByLabel("Address").fill("1408 Elm Street");
  await page.getByLabel("Price", { exact: true }).fill("229000");
  await page.getByLabel("Sold on").fill(addDays(TODAY, -60));
  await page.getByLabel("Source").fill("County records");
  await page.getByRole("button", { name: "Add a repair" }).click();
  await page.getByLabel("Repair", { exact: true }).fill("New roof");
  await page.getByLabel("Amount", { exact: true }).first().fill("$14,500");
  await page.getByText("Time and margin").click();
  await page.getByLabel("Our margin, % of the value").first().fill("18%");
  await page.getByRole("button", { name: "Add a day" }).first().click();
  await page.getByLabel("Day 1", { exact: true }).fill(IN_A_MONTH);
  const sums = page.getByRole("region", { name: "It comes to" });
  await expect(sums).toContainText("Cash now$174,920");

  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "How it comes to $174,920" })).toBeVisible();
  await page.getByRole("button", { name: "Send Offer" }).click();
  const dialog = page.getByRole("dialog", { name: "Send Offer" });
  await expect(dialog).toContainText(`An e-mail with the private link goes to ${email}`);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Not opened yet")).toBeVisible();
  await expectAccessible(page, "sent offer");

  await phone.goto(linkIn(await mailAbout(site, email, "Your offer"), "/offer"));
  await expect(phone.getByRole("heading", { level: 1 })).toContainText("Offer for 1422 Elm Street");
  await expect(phone.getByText("$174,920").first()).toBeInViewport();
  // The secret leaves the address.
  await expect(phone).toHaveURL(/\/offer$/);
  await expect(phone.getByRole("row", { name: /The offer, cash/ })).toContainText("$174,920");
  await expectAccessible(phone, "offer on a phone");
  await phone.getByRole("button", { name: "Yes, go on" }).click();
  await phone.getByLabel("Closing day").selectOption(IN_A_MONTH);
  await expectAccessible(phone, "saying yes");
  await phone.getByRole("button", { name: "Send my yes" }).click();
  await expect(phone.getByText("Thank you. It has arrived")).toBeVisible();
  await expect(phone.getByRole("heading", { name: "Your answer has arrived" })).toBeFocused();

  await page.reload();
  const answers = page.getByRole("list", { name: "Answers" });
  await expect(answers).toContainText(`Yes, closing on ${formatDay(IN_A_MONTH, "short")}`);
  await expect(page.getByText(/^Opened once/)).toBeVisible();
});

test("a seller asks, proposes another sum and says no, by keyboard, and sees each answer again", {
  tag: "@drill",
}, async ({ page, site }) => {
  const lead = await makeLead(site, "offer-keys@example.com");
  const { url } = await sendOffer(site, lead);
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Your choices, side by side" })).toBeVisible();
  const choose = async (name: string) => {
    await page.getByRole("button", { name }).press("Enter");
    await expect(page.getByRole("heading", { name, exact: true, level: 3 })).toBeFocused();
  };
  await choose("Ask a question");
  await page.getByRole("button", { name: "Send my question" }).press("Enter");
  await expect(page.getByText("Please write your question")).toBeVisible();
  await page.keyboard.type("Who pays for the move?");
  await page.getByLabel("Your question").fill("Who pays for the move?");
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Who pays for the move?")).toBeVisible();
  await choose("Make a counter-proposal");
  await page.getByLabel("The sum that you have in mind").fill("a lot");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter the amount that you have in mind").first()).toBeVisible();
  await page.getByLabel("The sum that you have in mind").fill("$150,000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A counter-proposal, $150,000").or(page.getByText(/, \$150,000/))).toBeVisible();
  await choose("No, thank you");
  await page.getByRole("button", { name: "Send my answer" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "No, thank you" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "A question" })).toBeVisible();

  await callAsAdmin(site, "PATCH", `/api/leads/${lead}/stage`, { stage: "Under contract" });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "This offer is closed." })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "A question" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask a question" })).toHaveCount(0);
  await expectAccessible(page, "closed offer");
});

test("the longest offer and the shortest print on one sheet, and fit any screen", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  const long = "with a name of the usual length";
  const costs = (name: string) =>
    Array.from({ length: 4 }, (_, at) => ({ label: `${name} ${at} ${long}`, basisPoints: 50 }));
  const full = contentFromToday({
    repairs: Array.from({ length: 14 }, (_, at) => ({ label: `Repair ${at} ${long}`, cents: 120_033 + at })),
    buying: costs("Cost"),
    selling: costs("Selling cost"),
    note: "Dear Renée, thank you for showing us the house. ".repeat(12).trim(),
  });
  const least = contentFromToday({ later: undefined, list: undefined, repairs: [], note: "" });
  for (const [name, content] of Object.entries({ full, least })) {
    const { url } = await sendOffer(site, await makeLead(site, `offer-print-${name}@example.com`), content);
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Offer");
    await expect(page.getByRole("img", { name: /From a value of/ })).toBeVisible();
    for (const format of ["Letter", "A4"]) {
      const margin = { top: "0.4in", bottom: "0.4in", left: "0.4in", right: "0.4in" };
      const pdf = await page.pdf({ format, margin });
      expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g), `${name} on ${format}`).toHaveLength(1);
    }
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectWithoutSideways(page);
    }
    await page.goto("about:blank");
  }
});

test("a link to an offer that is withdrawn while it is read says so kindly, with the number", {
  tag: "@drill",
}, async ({ page, site }) => {
  const { id, url } = await sendOffer(site, await makeLead(site, "offer-gone@example.com"));
  await page.goto(url);
  await page.getByRole("button", { name: "Yes, go on" }).click();
  await callAsAdmin(site, "POST", `/api/offers/${id}/withdraw`, {});
  await page.getByRole("button", { name: "Send my yes" }).click();
  await expect(page.getByRole("heading", { name: "This offer no longer stands." })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "(555) 010-0199" }).first()).toBeVisible();
  await expectAccessible(page, "withdrawn");
  await expect(page.getByText("$141,455")).toHaveCount(0);
});

test("staff withdraw an offer and make a new version of it, on a phone", { tag: "@drill" }, async ({ phone, site }) => {
  const lead = await makeLead(site, "offer-again@example.com");
  const { id } = await sendOffer(site, lead);
  await signInAsAdmin(phone, site, `/admin/leads/${lead}/offers/${id}`);
  await phone.getByRole("button", { name: "Withdraw" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(phone.getByText(/^Withdrawn /)).toBeVisible();
  await phone.getByRole("button", { name: "New Version" }).click();
  await expect(phone.getByRole("heading", { level: 1, name: "Offer 2" })).toBeVisible();
  await expect(phone.getByLabel("Value after repairs")).toHaveValue("$231,000");
  await phone.getByLabel("Value after repairs").fill("two hundred");
  await phone.getByRole("button", { name: "Save Draft" }).click();
  await expect(phone.getByText("Please enter an amount between").first()).toBeVisible();
  await phone.getByLabel("Value after repairs").fill("240000");
  await expectWithoutSideways(phone);
  // Unsaved input survives a reload.
  await phone.reload();
  await expect(phone.getByLabel("Value after repairs")).toHaveValue("240000");
  await phone.getByRole("button", { name: "Save Draft" }).click();
  await expect(phone.getByText("Everything is saved.")).toBeVisible();
  // Under the header that stays, a button is too small to press.
  await phone.evaluate(() => scrollTo(0, 0));
  await expectAccessible(phone, "editor on a phone");
  await phone.getByRole("button", { name: "Delete Draft" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(phone.getByText("Draft deleted")).toBeVisible();
});

async function expectWithoutSideways(page: Page): Promise<void> {
  const { inner, outer } = await page.evaluate(() => ({
    inner: document.documentElement.scrollWidth,
    outer: innerWidth,
  }));
  expect(inner).toBeLessThanOrEqual(outer);
}
