import { expect, test } from "vitest";
import { NO_FIGURES } from "#deals/campaigns/report.ts";
import { reportRow, startCampaignSite } from "#test/campaign-site.ts";

const RADIO = { source: "radio", campaign: "morning" };
const POSTCARD = { source: "postcard", campaign: "spring" };

const paid = (leads: number) => ({ ...NO_FIGURES.paid, leads });

test("the report says what was spent, also where nobody came, by source and campaign", async () => {
  const site = await startCampaignSite();
  await site.write({ first: { utmSource: "Radio", utmCampaign: "MORNING" } });
  await site.write({ first: { clickId: "gclid:1" } });
  await site.spend(
    { ...RADIO, month: "2026-10", cents: 100_000 },
    { ...RADIO, campaign: "evening", month: "2026-11", cents: 5 },
    { ...POSTCARD, month: "2026-11", cents: 70_050 },
    { source: "google ads", campaign: "", month: "2026-11", cents: 30_000 },
  );
  expect(await site.rows("by=source")).toEqual([
    reportRow("radio", { leads: 1, spendCents: 100_005, paid: paid(1) }),
    reportRow("Google Ads", { leads: 1, spendCents: 30_000, paid: paid(1) }),
    reportRow("postcard", { spendCents: 70_050 }),
  ]);
  expect(await site.rows("by=campaign")).toEqual([
    reportRow("morning", { leads: 1, spendCents: 100_000, paid: paid(1) }),
    reportRow("No campaign", { leads: 1, spendCents: 30_000, paid: paid(1) }),
    reportRow("spring", { spendCents: 70_050 }),
    reportRow("evening", { spendCents: 5 }),
  ]);
  expect((await site.report("")).total.spendCents).toBe(200_055);
});

test("of a month that the range cuts, the share of its days counts, and the report says which", async () => {
  // It is November 20.
  const site = await startCampaignSite();
  await site.spend(
    { ...RADIO, month: "2026-10", cents: 31_000 },
    { ...RADIO, month: "2026-11", cents: 20_000 },
    { ...RADIO, month: "2026-12", cents: 77_777 },
  );
  const spent = async (query: string) => {
    const { total, cutMonths } = await site.report(query);
    return [total.spendCents, cutMonths.map(({ month, days, of }) => `${month}: ${days}/${of}`)];
  };
  expect(await spent("from=2026-10-01&to=2026-10-31")).toEqual([31_000, []]);
  expect(await spent("from=2026-10-10&to=2026-10-12")).toEqual([3_000, ["2026-10: 3/31"]]);
  // The current month was spent up to today, and the next is not spent yet.
  expect(await spent("from=2026-11-01&to=2026-11-20")).toEqual([20_000, []]);
  expect(await spent("from=2026-11-11&to=2026-12-31")).toEqual([10_000, ["2026-11: 10/20"]]);
  expect(await spent("from=2026-10-31&to=2026-11-05")).toEqual([6_000, ["2026-10: 1/31", "2026-11: 5/20"]]);
  expect(await spent("")).toEqual([51_000, []]);
  expect(await spent("to=2026-10-15")).toEqual([15_000, ["2026-10: 15/31"]]);
  expect(await spent("from=2027-01-01")).toEqual([null, []]);
  site.clock.set("2027-01-05T15:00:00.000Z");
  expect(await spent("from=2026-12-01")).toEqual([77_777, []]);
});

test("a landing page costs what its campaigns cost, divided by where their leads arrived", async () => {
  const site = await startCampaignSite();
  const radio = { utmSource: "radio", utmCampaign: "morning" };
  for (const landingPage of ["/", "/", "/about"]) await site.write({ first: { ...radio, landingPage } });
  await site.write({ first: { landingPage: "/about" } });
  const link = { name: "elm", target: "/contact", medium: "", isRetired: false, ...POSTCARD };
  await site.makeLink(link);
  await site.go("/go/elm");
  await site.site.visits.write();
  await site.spend(
    { ...RADIO, month: "2026-11", cents: 100_000 },
    // Nobody came of it but visitors, and of the last nobody at all.
    { ...POSTCARD, month: "2026-11", cents: 20_000 },
    { source: "sign", campaign: "", month: "2026-11", cents: 7 },
  );
  const rows = await site.rows("by=landing-page");
  expect(rows).toEqual([
    reportRow("/", { leads: 2, spendCents: 66_667, paid: paid(2) }),
    reportRow("/about", { leads: 2, spendCents: 33_333, paid: paid(1) }),
    reportRow("/contact", { visits: 1, spendCents: 20_000 }),
    reportRow("Unknown page", { spendCents: 7 }),
  ]);
  expect((await site.report("by=landing-page")).total.spendCents).toBe(120_007);
});

test("money is divided by the leads of its own campaign, whatever the rows are, and the total says of how many", async () => {
  const site = await startCampaignSite();
  const radio = { utmSource: "radio", utmCampaign: "morning", landingPage: "/" };
  for (const first of [radio, radio, { ...radio, utmCampaign: "evening" }, { landingPage: "/" }])
    await site.write({ first });
  await site.spend({ ...RADIO, month: "2026-11", cents: 100_000 });
  const spent = { spendCents: 100_000, paid: paid(2) };
  expect(await site.rows("by=source")).toEqual([
    reportRow("radio", { leads: 3, ...spent }),
    reportRow("Direct or unknown", { leads: 1 }),
  ]);
  expect(await site.rows("by=landing-page")).toEqual([reportRow("/", { leads: 4, ...spent })]);
  expect((await site.report("by=campaign")).total).toMatchObject({ leads: 4, ...spent });
  // A link that nobody followed is a link, but no row of its own.
  await site.makeLink({ name: "fm", target: "/", medium: "", isRetired: false, ...RADIO });
  await site.makeLink({ name: "elm", target: "/contact", medium: "", isRetired: false, ...POSTCARD });
  expect(await site.rows("by=source")).toEqual([
    reportRow("radio", { leads: 3, visits: 0, ...spent }),
    reportRow("Direct or unknown", { leads: 1 }),
  ]);
});

test("the file has the costs as numbers, and none of fewer than five", async () => {
  const site = await startCampaignSite();
  const radio = { first: { utmSource: "radio", utmCampaign: "morning" } };
  const ids = [];
  for (let index = 0; index < 6; index++) ids.push(await site.book(radio));
  for (const id of ids.slice(0, 5)) await site.move(id, "Met");
  await site.move(ids[0] ?? "", "Closed", { contractCents: 20_000_000, closingCents: 19_999_950 });
  await site.spend({ ...RADIO, month: "2026-11", cents: 123_450 });
  const { body } = await site.call("GET", "/api/campaigns/report/csv?by=campaign");
  expect(body.split("\r\n")).toEqual([
    "\uFEFFCampaign,Leads,Held,Share held (%),Link visits,Said by phone,Offers,Contracts,Closings,Spend,Cost per lead,Cost per meeting held,Cost per offer,Cost per contract,Cost per closing,Spread,Closings with a spread",
    "morning,6,5,83,,0,1,1,1,1234.50,205.75,246.90,,,,-0.50,1",
    "",
  ]);
});
