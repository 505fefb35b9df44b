// What stays of the ledger, and how long; and what of a person does not.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { listPeopleByPhone } from "#people/leads/server/people.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const OFF = { RATE_LIMIT: "off" };
const RENEE = "renee@example.com";
const PHONE = "(217) 555-0142";

test("no entry, text or key is replaced by another with its number", async () => {
  const site = await startSite({ env: OFF });
  await bookMeeting(site);
  const all = () =>
    Promise.all(
      (["permissions", "permission_words", "permission_keys", "history"] as const).map((table) =>
        site.database.read.selectFrom(table).selectAll().orderBy("id").execute(),
      ),
    );
  const before = await all();
  const isPostgres = site.database.engine === "postgres";
  const columns =
    "email_hash, phone_hash, channel, action, purpose, words_id, at, said, actor, user_agent, record_kind, record_id";
  const line = columns.replace("action", "'revoked'");
  const statements = isPostgres
    ? [
        `insert into permissions (id, ${columns}) overriding system value select id, ${line} from permissions
          on conflict (id) do update set action = excluded.action`,
        "insert into permission_words select id, version, '' from permission_words on conflict (id) do update set words = ''",
        "insert into permission_keys select id, '', created_at from permission_keys on conflict (id) do update set secret = ''",
        "truncate permissions",
        "truncate permission_words",
        "truncate permission_keys",
      ]
    : [
        `replace into permissions (id, ${columns}) select id, ${line} from permissions`,
        "update or replace permissions set id = 1 where id = 2",
        "insert or replace into permission_words select id, version, '' from permission_words",
        "replace into permission_keys select id, '', created_at from permission_keys",
        "replace into history (id, created_at, actor, action, subject_kind, subject_id) select id, created_at, 'nobody', action, subject_kind, subject_id from history",
      ];
  for (const statement of statements)
    await expect(
      site.database.transaction((trx) => sql.raw(statement).execute(trx)),
      statement,
    ).rejects.toThrow("only ever added to");
  expect(await all()).toEqual(before);
});

test("entries are kept five whole years, also over a leap day, and a clock set back deletes none", async () => {
  const site = await startSite({ env: OFF, now: "2026-03-01T00:30:00.000Z" });
  await sendContactMessage(site);
  const left = async (now: string) => {
    site.clock.set(now);
    await tidy(site);
    return (await site.database.read.selectFrom("permissions").select("id").execute()).length;
  };
  const all = await left("2026-03-01T00:30:00.000Z");
  expect(all).toBeGreaterThan(0);
  expect(await left("2031-03-01T00:30:00.000Z")).toBe(all);
  expect(await left("2020-01-01T00:00:00.000Z")).toBe(all);
  expect(await left("2031-03-01T00:30:00.001Z")).toBe(0);

  site.clock.set("2027-03-01T00:30:00.000Z");
  await sendContactMessage(site);
  expect(await left("2032-02-29T23:59:59.000Z")).toBe(all);
  expect(await left("2032-03-01T00:30:00.001Z")).toBe(0);
});

test("a text that staff noted is deleted with its entries; the texts of forms stay", async () => {
  const site = await startSite({ env: OFF });
  const { call } = await addSignedIn(site);
  await bookMeeting(site);
  for (const words of ["Renée O'Brien said no.", "Renée O'Brien said no.", "And no e-mail."]) {
    const said = { email: RENEE, phone: PHONE, channels: ["call", "email"], words, said: "phone" };
    expect((await call("POST", "/api/permissions/revocations", said)).statusCode).toBe(201);
    site.clock.advance(60);
  }
  const stored = async () =>
    (await site.database.read.selectFrom("permission_words").select("words").execute()).map(({ words }) => words);
  const lines = async () => (await site.database.read.selectFrom("permissions").select("id").execute()).length;
  await tidy(site);
  expect(JSON.stringify(await stored())).toContain("Brien");
  expect(await lines()).toBe(8);
  site.clock.set("2031-12-01T00:00:00.000Z");
  await tidy(site);
  expect(await lines()).toBe(0);
  expect((await stored()).filter((words) => !words.startsWith("I agree"))).toEqual([]);
  expect(await stored()).not.toEqual([]);
});

test("an erased person's address and number stand nowhere, also if staff wrote down a stop of the number or corrected it", async () => {
  const site = await startSite({ env: OFF });
  const { call } = await addSignedIn(site);
  const stop = (body: object) => call("POST", "/api/permissions/revocations", { said: "phone", words: "No.", ...body });
  const { id } = await bookMeeting(site, { email: "rene@example.com" }, { remoteAddress: "192.0.2.77" });
  await stop({ phone: "+1 217.555.0142", channels: ["text"] });
  await stop({ email: "rene@example.com", phone: PHONE, channels: ["call"] });
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  const { version, firstName, lastName, propertyAddress } = booking;
  const correction = { version, firstName, lastName, propertyAddress, email: RENEE, phone: PHONE };
  expect((await call("PATCH", `/api/bookings/${id}/correction`, correction)).statusCode).toBe(200);
  await post(site, "/api/privacy/requests", { email: RENEE, kind: "deletion", words: `Call ${PHONE}` });
  // Jack shares the number. He is another person.
  await sendContactMessage(site, { email: "jack@example.com", phone: "217-555-0142", message: "Hello." });

  expect((await call("POST", "/api/people/erasure", { email: RENEE })).json().erased.bookings).toBe(1);
  const left = await listPeopleByPhone(site.database.read, [PHONE], 5);
  expect(left.map((person) => person.email)).toEqual(["jack@example.com"]);
  const text = (await textOf(site)).replaceAll(/jack@example\.com|217-555-0142|2175550142/g, "");
  expect(text).not.toMatch(/ren[eé]e?|192\.0\.2\.77/i);
  expect(text.replaceAll(/[ ().-]/g, "")).not.toContain("5550142");
  const { state } = (await call("GET", `/api/permissions?${new URLSearchParams({ phone: PHONE })}`)).json();
  expect([state.call, state.text]).toEqual(["revoked", "revoked"]);
});

async function tidy({ config, database, clock, app }: TestSite): Promise<void> {
  await new Housekeeping({ database, clock, log: app.log, dataDir: config.dataDir }).tidy();
}

/** Every text in every table. */
async function textOf({ database }: TestSite): Promise<string> {
  const tables = await database.read.introspection.getTables();
  const rows = [];
  for (const { name, isView, columns } of tables) {
    const texts = columns
      .filter(({ dataType }) => dataType.toLowerCase() === "text")
      .map((column) => sql.ref(column.name));
    if (!isView && texts.length > 0)
      rows.push(...(await sql`select ${sql.join(texts)} from ${sql.table(name)}`.execute(database.read)).rows);
  }
  return JSON.stringify(rows);
}
