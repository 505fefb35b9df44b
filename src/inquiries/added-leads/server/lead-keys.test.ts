import { expect, test } from "vitest";
import { createSite } from "#app/server.ts";
import { MAX_REFUSED, REFUSED_DAYS } from "#inquiries/added-leads/lead-key.ts";
import { addSignedIn } from "#test/accounts.ts";
import { sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";
import { deleteOldBodies } from "./keep-refused.ts";

const LEADS = "/api/leads";
const NO_LIMIT = { env: { RATE_LIMIT: "off" } };
const VENDOR = {
  full_name: "Renée O'Brien-Núñez",
  contact: { cell: "12175550142", mail: "renee@example.com" },
  st: "Illinois",
  beds: 3,
};
const MAP = [
  { sent: "full_name", field: "name" },
  { sent: "contact.cell", field: "phone" },
  { sent: "contact.mail", field: "email" },
  { sent: "st", field: "property.state" },
];

/** An admin and a key of a vendor. */
async function start(site?: TestSite) {
  const own = site ?? (await startSite(NO_LIMIT));
  const admin = await addSignedIn(own);
  const form = { name: "LeadMill", scope: "add-leads", endsOn: "2026-12-31" };
  const { key, token } = (await admin.call("POST", "/api/keys", form)).json();
  const page = `/api/keys/${key._id}/leads`;
  const send = (payload: object | string, { app }: Pick<TestSite, "app"> = own) =>
    app.inject({
      method: "POST",
      url: LEADS,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      payload,
    });
  const read = async () => (await admin.call("GET", page)).json();
  const set = (changes: object = {}) =>
    admin.call("PUT", page, { source: "", campaign: "", cost: "", fields: [], ...changes });
  return { site: own, ...admin, page, token, send, read, set };
}

const rowsOf = (site: TestSite, table: "leads" | "calls" | "refused_bodies" | "refused_body_names") =>
  site.database.read.selectFrom(table).selectAll().execute();

test("a sample is shown and adds nothing; its fields are assigned, and the next body becomes a lead", async () => {
  const { site, call, page, send, read, set } = await start();
  expect((await call("POST", `${page}/sample`)).json().key.sampleUntil).toBe("2026-11-20T16:00:00.000Z");
  const sample = await send(VENDOR);
  expect(sample.statusCode).toBe(200);
  expect(sample.json().leadId).toBeUndefined();
  const { key, refused } = await read();
  expect(key.sampleUntil).toBeNull();
  expect(refused).toMatchObject([{ isSample: true, reason: "A sample" }]);
  expect(refused[0].sent).toContainEqual({ path: "contact.cell", value: "12175550142" });
  expect(await rowsOf(site, "leads")).toEqual([]);

  expect((await set({ fields: MAP, source: "LeadMill", campaign: "Autumn", cost: "$12.50" })).statusCode).toBe(200);
  expect((await read()).refused[0].values).toMatchObject({ name: VENDOR.full_name, "property.state": "IL" });
  const { leadId } = (await send(VENDOR)).json();
  const { notes } = (await call("GET", `${LEADS}/${leadId}/notes`)).json();
  expect(notes.map(({ text }: { text: string }) => text)).toEqual(["beds: 3"]);
  expect(await rowsOf(site, "calls")).toMatchObject([
    { name: VENDOR.full_name, phone: "(217) 555-0142", state: "IL", cost_cents: 1250, heard_source: "LeadMill" },
  ]);
});

test("a field can be kept out of a lead, and several make one", async () => {
  const { site, send, set } = await start();
  const fields = [
    { sent: "given", field: "name" },
    { sent: "family", field: "name" },
    { sent: "source", field: "" },
  ];
  await set({ fields, source: "LeadMill" });
  await send({ given: "Ada", family: "Ortiz", phone: "217 555 0177", source: "x9" });
  expect(await rowsOf(site, "calls")).toMatchObject([{ name: "Ada Ortiz", heard_source: "LeadMill" }]);
});

test("the map is a bounded list of known fields, and a stale change of it is refused with the present state", async () => {
  const { set } = await start();
  const [first] = MAP;
  const many = Array.from({ length: 101 }, (_, index) => ({ sent: `f${index}`, field: "said" }));
  for (const fields of [
    many,
    [first, first],
    [{ sent: "x", field: "__proto__" }],
    [{ sent: "x", field: "stage" }],
    { x: "name" },
  ])
    expect((await set({ fields })).statusCode).toBe(400);
  for (const cost of ["much", "-1", 5]) expect((await set({ cost })).json().fields).toHaveProperty("cost");
  const { version } = (await set({ source: "One" })).json().key;
  expect((await set({ source: "Two", version })).statusCode).toBe(200);
  const stale = (await set({ source: "Three", version })).json();
  expect(stale).toMatchObject({ code: "changed_meanwhile", key: { source: "Two", version: version + 1 } });
});

test("what each lead cost, by the key or by itself, is spend of its campaign in the report", async () => {
  const { site, call, send, set } = await start();
  await set({ source: "LeadMill", campaign: "Autumn", cost: "10" });
  for (let index = 0; index < 5; index++)
    await send({ name: `Seller ${index}`, phone: `217 555 010${index}`, ...(index === 0 && { cost: "12.50" }) });
  await call("POST", "/api/campaigns/spend", {
    entries: [{ source: "leadmill", campaign: "autumn", month: "2026-11", cents: 1_000 }],
  });
  site.clock.set("2026-11-30T18:00:00.000Z");
  await addSignedIn(site, { email: "kim@example.com" });
  const admin = await addSignedIn(site, { email: "owner@example.com" });
  const rows = async (range: string) =>
    (await admin.call("GET", `/api/campaigns/report?by=campaign${range}`)).json().rows;
  expect(await rows("")).toMatchObject([
    { name: "autumn", leads: 5, spendCents: 1_000 + 1_250 + 4 * 1_000, paid: { leads: 5 } },
  ]);
  expect((await rows("&from=2026-11-21&to=2026-11-30"))[0]).toMatchObject({ leads: 0, spendCents: 333 });
  expect((await rows("&from=2026-11-20&to=2026-11-20"))[0]).toMatchObject({ leads: 5, spendCents: 33 + 5_250 });
});

test("a refused body is kept without the key, repaired and accepted once, with what the vendor said", async () => {
  const { site, call, token, page, send, read } = await start();
  const other = await createSite(site, () => false);
  const body = {
    phone: "+1 (217) 555-0142",
    beds: 3,
    vendorId: "A-1",
    key: token,
    "statement.words": "Yes",
    "statement.at": "9 PM",
    "statement.page": "vendor.example",
  };
  for (let time = 0; time < 3; time++) expect((await send(body)).statusCode).toBe(400);
  const { refused, total } = await read();
  expect(total).toBe(1);
  expect(refused[0].reason).toBe("name: Name is required");
  expect(JSON.stringify(await rowsOf(site, "refused_bodies"))).not.toContain(token.slice(12, 40));
  const url = `${page}/refused/${refused[0]._id}`;
  const accept = (values: object[]) => call("POST", url, { values });
  expect((await accept([{ field: "name", value: " " }])).json().fields).toEqual({ name: "Name is required" });
  for (const field of ["statement.words", "vendorId", "__proto__"])
    expect((await accept([{ field, value: "x" }])).statusCode, field).toBe(400);
  const both = await Promise.all([
    accept([{ field: "name", value: "Ada Ortiz" }]),
    accept([{ field: "name", value: "Ada" }]),
  ]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 404]);
  expect((await read()).total).toBe(0);
  const [row] = await rowsOf(site, "calls");
  expect(row).toMatchObject({ origin: "program", vendor_id: "A-1", taken_by: "dana@example.com" });
  expect((await send({ ...body, name: "Ada Ortiz" })).json().callId).toBe((row as { id: string }).id);
  const { lines } = (await call("GET", "/api/permissions?phone=2175550142")).json();
  expect(lines[0].words).toBe("“Yes”\nTime: 9 PM\nPage: vendor.example");
  await other.app.close();
});

test("staff are told of refused leads once a day, in a mail that names nobody, and not of what is repaired", async () => {
  const env = { ...NO_LIMIT.env, STAFF_EMAIL: "staff@porchlight.example", ACCESS_TOKEN_SECONDS: "86400" };
  const party = await startSiteWithMail({ env });
  const { send, read, call, page, site } = await start(party.site);
  const subjects = async () => (await sentMails(party)).map(({ subject }) => subject);
  await Promise.all(["(217) 555-0142", "(217) 555-0143"].map((phone) => send({ phone })));
  expect(await subjects()).toEqual(["A lead of LeadMill was refused"]);
  await send({ phone: "(217) 555-0144" });
  expect(await subjects()).toEqual([]);
  site.clock.advance(20 * 3_600);
  await send({ phone: "(217) 555-0145" });
  for (const { _id } of (await read()).refused) await call("DELETE", `${page}/refused/${_id}`);
  expect(await subjects()).toEqual([]);
});

test("an unreadable body can be accepted by what staff read in it, and a deleted one is gone", async () => {
  const { call, page, send, read } = await start();
  await send('{"name":"Ada Ortiz" "phone":"2175550177"');
  await send(JSON.stringify({ name: "Ada\u0000", phone: "2175550178" }));
  const { refused } = await read();
  const [second, first] = refused;
  expect(first).toMatchObject({ reason: "The request could not be read.", sent: [] });
  const values = [
    { field: "name", value: "Ada Ortiz" },
    { field: "phone", value: "217 555 0177" },
  ];
  const { leadId } = (await call("POST", `${page}/refused/${first._id}`, { values })).json();
  const { notes } = (await call("GET", `${LEADS}/${leadId}/notes`)).json();
  expect(notes[0].text).toContain('"phone":"2175550177"');
  expect((await call("DELETE", `${page}/refused/${second._id}`)).statusCode).toBe(200);
  expect((await call("DELETE", `${page}/refused/${second._id}`)).statusCode).toBe(404);
  expect((await read()).total).toBe(0);
});

test("refused bodies are bounded by number and by age, and a test leaves none", async () => {
  const { site, send, read } = await start();
  expect((await send({ test: true, phone: "x" })).statusCode).toBe(400);
  expect((await read()).total).toBe(0);
  await send({ phone: "2175550100" });
  const [{ _id: oldest }] = (await read()).refused;
  const [row] = await site.database.read.selectFrom("refused_bodies").selectAll().execute();
  if (!row) throw new Error("nothing is kept");
  await site.database.transaction((trx) =>
    trx
      .insertInto("refused_bodies")
      .values(
        Array.from({ length: MAX_REFUSED - 1 }, (_, index) => ({
          ...row,
          id: `r${index}`,
          hash: `h${index}`,
          at: "2026-11-20T15:01:00.000Z",
        })),
      )
      .execute(),
  );
  site.clock.advance(300);
  await send({ phone: "2175550199" });
  expect((await read()).total).toBe(MAX_REFUSED);
  expect((await rowsOf(site, "refused_bodies")).some((kept) => "id" in kept && kept.id === oldest)).toBe(false);
  expect(await rowsOf(site, "refused_body_names")).toHaveLength(1);
  site.clock.advance(REFUSED_DAYS * 86_400 + 1);
  await deleteOldBodies(site.database, site.clock.now());
  expect(await rowsOf(site, "refused_bodies")).toEqual([]);
  expect(await rowsOf(site, "refused_body_names")).toEqual([]);
});

test("a person's export and erasure find refused bodies by the address, and without one by the number", async () => {
  const { site, call, send } = await start();
  await send({ mail: "Renée <Renee@Example.com>", tel: "217-555-0142" });
  await send({ tel: "(217) 555-0142" });
  await send('{"mail":"renee@example.com"');
  await send({ mail: "other@example.com", tel: "217-555-0142" });
  const exported = (await call("POST", "/api/people/export", { email: "renee@example.com" })).json();
  expect(exported.refusedBodies).toHaveLength(2);
  expect((await call("POST", "/api/people/erasure", { email: "renee@example.com" })).statusCode).toBe(200);
  const left = async () => (await rowsOf(site, "refused_bodies")).map((row) => ("body" in row ? row.body : ""));
  expect((await left()).sort()).toEqual([
    '{"mail":"other@example.com","tel":"217-555-0142"}',
    '{"tel":"(217) 555-0142"}',
  ]);

  const { personId } = (await send({ name: "Ada Ortiz", phone: "217 555 0142" })).json();
  const own = (await call("POST", `/api/people/${personId}/export`)).json();
  expect(own.refusedBodies).toHaveLength(1);
  await call("POST", `/api/people/${personId}/erasure`);
  expect(await left()).toEqual(['{"mail":"other@example.com","tel":"217-555-0142"}']);
});

test("a number is found however it is written, and beside an address that was refused", async () => {
  const { site, call, send } = await start();
  for (const tel of ["217/555-0142", "217–555–0142", "62704 (217) 555-0142", "+1 217.555.0142"]) await send({ tel });
  await send({ phone: "2175550142", email: "ann@example,com" });
  expect(await rowsOf(site, "refused_bodies")).toHaveLength(5);
  const { personId } = (await send({ name: "Ada Ortiz", phone: "217 555 0142" })).json();
  await call("POST", `/api/people/${personId}/erasure`);
  expect(await rowsOf(site, "refused_bodies")).toEqual([]);
});

test("a key that a vendor sends in another place, too, is kept nowhere", async () => {
  const { site, call, token, send } = await start();
  const { leadId } = (await send({ name: "Ada", phone: "217 555 0142", auth: { key: token }, Key: token })).json();
  const { notes } = (await call("GET", `/api/leads/${leadId}/notes`)).json();
  expect(JSON.stringify(notes)).toContain("auth.key: …");
  await send({ Key: token });
  await send(`{"key2":"${token.replace("_", "\\u005f")}"}`);
  const stored = await Promise.all([rowsOf(site, "refused_bodies"), rowsOf(site, "calls")]);
  expect(JSON.stringify([stored, notes])).not.toContain(token.slice(12));
});

test("no admin sets at another kind of key what only one that adds leads has", async () => {
  const { call } = await start();
  const { key } = (
    await call("POST", "/api/keys", { name: "Reader", scope: "read-leads", endsOn: "2026-12-31" })
  ).json();
  for (const id of [key._id, "0123456789abcdefghjkmnpqrs", "junk"])
    expect((await call("GET", `/api/keys/${id}/leads`)).statusCode, id).toBe(404);
});
