// From a postcard to the closing: what each part does is tested in its own file, here they have to fit.
import { lastOpenDay } from "../programs/requests.ts";
import { signInAsAdmin } from "./accounts.ts";
import { callAsAdmin, IN_A_MONTH, sendOffer, TODAY } from "./offers.ts";
import { linkIn, mailAbout } from "./outbox.ts";
import { expect, type RunningSite, startSite, stopSite, test } from "./site.ts";

const EMAIL = "walter@example.com";
const HEARD = { source: "postcard", campaign: "elm street" };

test("a postcard leads to a call, a meeting, an offer, a yes on a phone, a contract and a closing, and the report names its cost", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const phone = await (
    await browser.newContext({
      baseURL: site.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
  ).newPage();

  // The postcard: what it cost, and the visit that it brought.
  const link = { name: "elm", target: "/book-meeting", medium: "print", ...HEARD, isRetired: false };
  await callAsAdmin(site, "POST", "/api/campaigns/links", link);
  const entries = [{ ...HEARD, month: TODAY.slice(0, 7), cents: 125_000 }];
  await callAsAdmin(site, "POST", "/api/campaigns/spend", { entries });
  await phone.goto("/go/elm");
  await expect(phone).toHaveURL(/\/book-meeting/);

  // The call, with the meeting that was agreed in it.
  await signInAsAdmin(page, site, "/admin");
  await page.getByRole("button", { name: "Enter Call" }).click();
  const dialog = page.getByRole("dialog", { name: "Enter a Call" });
  await dialog.getByLabel("Name").fill("Walter Okonkwo");
  await dialog.getByLabel("Phone").fill("+1 (217) 555-8261");
  await dialog.getByRole("textbox", { name: "Email" }).fill(EMAIL);
  await dialog.getByLabel("Street address").fill("12 Elm St, Springfield, IL 62704");
  await dialog.getByLabel("Situation").selectOption("Inherited Property");
  await dialog.getByLabel("How they heard of us").selectOption({ label: "elm street (postcard)" });
  await dialog.getByLabel("Book a meeting").check();
  await dialog.getByLabel("Date").selectOption(await lastOpenDay(site));
  await dialog.getByLabel("Time", { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel("Property type").selectOption("Single Family");
  await dialog.getByLabel("Timeframe to sell").selectOption("As soon as possible");
  await dialog.getByRole("radio", { name: "Reached" }).check();
  await dialog.getByRole("button", { name: "Save Call and Meeting" }).click();
  await expect(page.getByText(/^Call saved and meeting booked/)).toBeVisible();

  // The meeting is held.
  await page.goto("/admin/bookings?search=walter");
  await page.getByRole("button", { name: "Status: Walter Okonkwo" }).click();
  await page.getByRole("dialog").getByLabel("Status").selectOption("Completed");
  await page.getByRole("dialog").getByRole("button", { name: "Update Status" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("navigation", { name: "People found" }).getByRole("link", { name: "Walter Okonkwo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Walter Okonkwo" })).toBeVisible();
  await expect(page.getByText("Stage changed from Meeting set to Met")).toBeVisible();

  // The offer, and the seller's yes.
  const leadId = await leadOf(site, EMAIL);
  await sendOffer(site, leadId);
  await phone.goto(linkIn(await mailAbout(site, EMAIL, "Your offer"), "/offer"));
  await phone.getByRole("button", { name: "Yes, go on" }).tap();
  await phone.getByLabel("Closing day").selectOption(IN_A_MONTH);
  await phone.getByRole("button", { name: "Send my yes" }).tap();
  await expect(phone.getByText("Thank you. It has arrived")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Answered offer 1: Yes/)).toBeVisible();

  // The contract and the closing.
  await moveTo("Under contract", { "Contract price": "$171,500", "Contract signed on": TODAY });
  await moveTo("Closed", { "Received at closing": "189,000", "Closed on": TODAY });
  await expect(page.getByText("Stage changed from Under contract to Closed")).toBeVisible();

  // Four more, so that the report may say what one costs.
  for (const index of [1, 2, 3, 4]) await closeAnother(site, index);
  await page.goto("/admin/campaigns");
  await page.getByLabel("One row for each").selectOption("Campaign");
  const row = page.getByRole("region", { name: "Attribution report" }).getByRole("row", { name: /^elm street/ });
  await expect(row).toContainText("$1,250");
  await expect(row).toContainText("$250");

  await context.close();
  await stopSite(site);

  async function moveTo(stage: string, fields: Record<string, string>): Promise<void> {
    await page.getByRole("button", { name: "Move", exact: true }).click();
    const move = page.getByRole("dialog", { name: "Move to a Stage" });
    await move.getByLabel("Stage").selectOption(stage);
    for (const [label, text] of Object.entries(fields)) await move.getByLabel(label).fill(text);
    await move.getByRole("button", { name: "Move" }).click();
    await expect(move).toBeHidden();
  }
});

async function leadOf(site: RunningSite, email: string): Promise<string> {
  const { people } = await callAsAdmin(site, "GET", `/api/people/search?search=${encodeURIComponent(email)}`);
  const { leads } = await callAsAdmin(site, "GET", `/api/people/${people[0]._id}`);
  return leads[0]._id;
}

async function closeAnother(site: RunningSite, index: number): Promise<void> {
  const email = `another${index}@example.com`;
  const property = { street: `${index} Oak Avenue`, zipCode: "62701" };
  await callAsAdmin(site, "POST", "/api/leads/calls", { name: "Another", email, property, heard: HEARD });
  const leadId = await leadOf(site, email);
  const { version } = (await callAsAdmin(site, "GET", `/api/leads/${leadId}`)).lead;
  await callAsAdmin(site, "PATCH", `/api/leads/${leadId}/stage`, { stage: "Under contract", version });
}
