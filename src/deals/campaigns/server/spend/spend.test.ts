import { expect, test } from "vitest";
import type { SpendChange, SpendList } from "#deals/campaigns/spend.ts";
import { addSignedIn } from "#test/accounts.ts";
import { sendContactMessage } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

const SPRING = { source: "postcard", campaign: "spring", month: "2026-11" };

test("amounts are set, changed and removed by month, under the names of the report", async () => {
  const site = await start();
  const set = await site.set(
    { ...SPRING, source: " Post  Card", campaign: "SPRING", cents: 125_050 },
    { ...SPRING, cents: 7 },
  );
  expect(set.json()).toMatchObject({ success: true, changed: 2 });
  expect((await site.spend()).months).toEqual(["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"]);
  expect(await site.rows()).toEqual([
    ["post card", "spring", [["2026-11", 125_050, 1]]],
    ["postcard", "spring", [["2026-11", 7, 1]]],
  ]);
  expect((await site.spend()).totals.at(-1)).toEqual({ month: "2026-11", cents: 125_057 });

  expect((await site.set({ ...SPRING, cents: 90_000 })).json().changed).toBe(1);
  expect((await site.set({ ...SPRING, cents: 90_000 })).json().changed).toBe(0);
  await site.set({ ...SPRING, source: "post card", cents: null });
  expect(await site.rows()).toEqual([["postcard", "spring", [["2026-11", 90_000, 2]]]]);
  expect(await site.rows("until=2026-10")).toEqual([["postcard", "spring", []]]);

  const { history } = (await site.call("GET", "/api/campaigns/spend/history")).json();
  expect(history.map(({ actor, to }: { actor: string; to: string }) => [actor, to])).toEqual([
    ["dana@example.com", "spring (post card), Nov 2026: from $1,250.50 to removed"],
    ["dana@example.com", "spring (postcard), Nov 2026: from $0.07 to $900"],
    ["dana@example.com", "spring (postcard), Nov 2026: $0.07"],
    ["dana@example.com", "spring (post card), Nov 2026: $1,250.50"],
  ]);
});

test("a change of an amount that another admin has changed is refused with the present one, and nothing of it is stored", async () => {
  const site = await start();
  await site.set({ ...SPRING, cents: 100, version: 0 });
  await site.set({ ...SPRING, cents: 200, version: 1 });
  const other = { ...SPRING, month: "2026-10" };
  const late = await site.set({ ...other, cents: 5 }, { ...SPRING, cents: 300, version: 1 });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", amounts: [{ ...SPRING, cents: 200, version: 2 }] });
  // An amount that was removed and set again is not the one that was seen before.
  await site.set({ ...SPRING, cents: null });
  expect((await site.set({ ...SPRING, cents: 300, version: 0 })).statusCode).toBe(409);
  await site.set({ ...SPRING, cents: 400, version: 3 });
  expect(await site.rows()).toEqual([["postcard", "spring", [["2026-11", 400, 4]]]]);
});

test("of many who set the same new amount at once, one does", async () => {
  const site = await start();
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((cents) => site.set({ ...SPRING, cents, version: 0 })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test("amounts and months that cannot be are refused with their fields", async () => {
  const site = await start();
  for (const [entry, field] of [
    [{ ...SPRING, cents: 1.5 }, "entries.0.cents"],
    [{ ...SPRING, cents: -1 }, "entries.0.cents"],
    [{ ...SPRING, cents: 1e12 }, "entries.0.cents"],
    [{ ...SPRING, cents: "12" }, "entries.0.cents"],
    [{ ...SPRING, month: "2026-13", cents: 1 }, "entries.0.month"],
    [{ ...SPRING, source: "  ", cents: 1 }, "entries.0.source"],
    [{ ...SPRING, campaign: "a\u0000", cents: 1 }, "entries.0.campaign"],
  ] as const) {
    const refused = await site.set(entry as never);
    expect([refused.statusCode, Object.keys(refused.json().fields)], JSON.stringify(entry)).toEqual([400, [field]]);
  }
  const twice = await site.set({ ...SPRING, cents: 1 }, { ...SPRING, campaign: " Spring", cents: 2 });
  expect([twice.statusCode, twice.json().fields]).toEqual([
    400,
    { "entries.1.month": "This campaign and month is in the list twice" },
  ]);
  expect((await site.set()).json().changed).toBe(0);
  expect((await site.call("GET", "/api/campaigns/spend?until=november")).statusCode).toBe(400);
  expect(await site.rows()).toEqual([]);
});

test("a file sets amounts as spreadsheets write them, and says what is there already", async () => {
  const site = await start();
  await site.set({ ...SPRING, cents: 90_000 });
  const file = [
    "Campaign,Source,MONTH,Amount,Clicks",
    'Spring,Postcard,Nov-26,"$1,250.50",17',
    "Brand,google ads,2026-11-01,300,5",
    ",Radio,11/2026,0,",
  ].join("\r\n");
  const checked = (await site.send(file, "check")).json().report;
  expect(checked).toMatchObject({ rows: 3, made: 3, skipped: [], problems: [], unknownColumns: ["Clicks"] });
  expect((await site.rows())[0]).toEqual(["postcard", "spring", [["2026-11", 90_000, 1]]]);
  expect((await site.send(file, "import")).json().report).toMatchObject({ made: 3 });
  expect(await site.rows()).toEqual([
    ["Google Ads", "brand", [["2026-11", 30_000, 1]]],
    ["radio", "", [["2026-11", 0, 1]]],
    ["postcard", "spring", [["2026-11", 125_050, 2]]],
  ]);
  expect((await site.send(file, "import")).json().report).toMatchObject({
    made: 0,
    skipped: [{ line: 2 }, { line: 3 }, { line: 4 }],
  });
});

test("a file with a wrong line, or with a campaign and month twice, changes nothing and names the lines", async () => {
  const site = await start();
  const file = [
    "Source;Campaign;Month;Amount",
    "postcard;spring;2026-11;100",
    "Postcard; SPRING ;Nov 2026;250",
    ";x;2026-11;1",
    "radio;x;spring;1",
    'radio;x;2026-11;"1.250,00"',
  ].join("\n");
  const refused = await site.send(file, "import");
  expect(refused.statusCode).toBe(400);
  expect(refused.json().report).toMatchObject({
    rows: 5,
    wrongLines: 4,
    problems: [
      { line: 3, column: "Month", reason: "The same campaign and month as line 2. Please add them up" },
      { line: 4, column: "Source", reason: "Source is required" },
      { line: 5, column: "Month", reason: "Please write a month such as 2026-11 or Nov 2026" },
      { line: 6, column: "Amount", reason: "Please write an amount such as 1250 or 1,250.50" },
    ],
  });
  expect(await site.rows()).toEqual([]);
});

test("known campaigns are those of short links, spend and the leads of the last 90 days", async () => {
  const site = await start();
  const now = site.clock.now().toISOString();
  site.clock.set("2026-08-01T15:00:00.000Z");
  await sendContactMessage(site, { email: "old@example.com", source: { first: { utmSource: "old" } } });
  site.clock.set(now);
  await sendContactMessage(site, {
    email: "a@example.com",
    source: { first: { utmSource: "Radio", utmCampaign: "Fall" } },
  });
  await sendContactMessage(site, { email: "b@example.com", source: { first: { clickId: "gclid:1" } } });
  await sendContactMessage(site, { email: "c@example.com" });
  const referred = { first: { referrer: "https://neighbors.example/tips" } };
  await sendContactMessage(site, { email: "d@example.com", source: referred });
  await site.set({ ...SPRING, month: "2025-01", cents: 1 });
  const link = { name: "elm", target: "/", source: "Sign", medium: "", campaign: "Elm", isRetired: false };
  expect((await site.call("POST", "/api/campaigns/links", link)).statusCode).toBe(201);
  expect((await site.call("GET", "/api/campaigns/known")).json().campaigns).toEqual([
    { name: "Google Ads", source: "Google Ads", campaign: "" },
    { name: "elm (sign)", source: "sign", campaign: "elm" },
    { name: "fall (radio)", source: "radio", campaign: "fall" },
    { name: "neighbors.example", source: "neighbors.example", campaign: "" },
    { name: "spring (postcard)", source: "postcard", campaign: "spring" },
  ]);
  // Nobody pays a site that only mentions the company.
  expect((await site.rows()).map(([source]) => source)).toEqual(["Google Ads", "sign", "radio", "postcard"]);
});

async function start() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call, session } = await addSignedIn(site);
  const spend = async (query = "") => (await call("GET", `/api/campaigns/spend?${query}`)).json() as SpendList;
  return {
    ...site,
    call,
    set: (...entries: SpendChange["entries"]) => call("POST", "/api/campaigns/spend", { entries }),
    spend,
    rows: async (query = "") =>
      (await spend(query)).rows.map(({ source, campaign, amounts }) => [
        source,
        campaign,
        amounts.map(({ month, cents, version }) => [month, cents, version]),
      ]),
    send: (file: string, mode: "check" | "import") =>
      site.app.inject({
        method: "POST",
        url: `/api/campaigns/spend/import?mode=${mode}`,
        headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
        payload: file,
      }),
  };
}
