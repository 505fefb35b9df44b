// What is stored becomes people and leads: each is compared with what a plain reading of the records says.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import type { Database } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { aboveDatabase, isDrill } from "../drill.ts";
import { databaseOfVersion, FIRST_RELEASE } from "./database-of-version.ts";

const BOOKINGS = isDrill ? 100_000 : 3_000;
const MESSAGES = BOOKINGS / 5;
const CHUNK = 500;

type Row = Record<string, string | number | null>;

aboveDatabase(
  `${BOOKINGS.toLocaleString("en-US")} bookings and their messages become leads that ask for nothing, except of meetings ahead`,
  {
    timeout: 300_000,
  },
  async () => {
    const database = await filledDatabase();
    const before = await rowsOf(database, "bookings");
    await migrate(database, MIGRATIONS);

    const [bookings, messages] = [await rowsOf(database, "bookings"), await rowsOf(database, "contact_messages")];
    const leads = new Map((await rowsOf(database, "leads")).map((lead) => [lead.id, lead]));
    const people = new Map((await rowsOf(database, "people")).map((person) => [person.id, person]));
    // Not one other column has changed; where people come from is the lead's, and agreements are in the ledger.
    const kept = before.map((row) =>
      Object.entries(row).filter(([name]) => name !== "lead_source" && !name.startsWith("consent_")),
    );
    for (const [index, known] of kept.entries()) expect(bookings[index]).toMatchObject(Object.fromEntries(known));
    for (const record of [...bookings, ...messages]) {
      const lead = leads.get(record.lead_id ?? "");
      expect(people.get(lead?.person_id ?? "")?.email_key).toBe(String(record.email).toLowerCase());
    }
    const byLead = Map.groupBy(bookings, ({ lead_id }) => lead_id);
    for (const [id, some] of byLead) expect(shown(leads.get(id))).toEqual(leadOf(some, messages));
    // One property of one person is one lead, in whatever spelling.
    const places = new Set(bookings.map(({ email, zip_code }) => `${String(email).toLowerCase()} ${zip_code}`));
    expect(byLead.size).toBe(places.size);
    const alone = messages.filter(({ lead_id }) => !byLead.has(lead_id));
    expect(alone.length).toBeGreaterThan(0);
    for (const { lead_id } of alone) expect(leads.get(lead_id ?? "")).toMatchObject({ property_key: "", is_open: 0 });
    expect(people.size).toBe(new Set([...bookings, ...messages].map(({ email }) => String(email).toLowerCase())).size);
    for (const table of ["mails", "webhook_deliveries", "next_steps", "contact_tries", "calls"])
      expect(await rowsOf(database, table), table).toEqual([]);
  },
);

test("notes become threads of one note, with the author that the history knows", async () => {
  const database = await filledDatabase(10);
  await database.transaction(async (trx) => {
    await sql`update bookings set notes = 'The roof leaks.' where id in ('booking-1', 'booking-2')`.execute(trx);
    await sql`update contact_messages set notes = 'Called.' where id = 'message-1'`.execute(trx);
    await sql`insert into history (subject_kind, subject_id, actor, action, created_at) values
      ('booking', 'booking-1', 'tom@example.com', 'notes', '2026-10-02T15:00:00.000Z'),
      ('booking', 'booking-1', 'dana@example.com', 'notes', '2026-10-03T15:00:00.000Z'),
      ('booking', 'booking-1', 'eve@example.com', 'status', '2026-10-04T15:00:00.000Z')`.execute(trx);
  });
  await migrate(database, MIGRATIONS);
  const notes = await rowsOf(database, "notes");
  const found = notes.map(({ record_id, author, text, at }) => [record_id, author, text, at]);
  expect(found).toEqual([
    ["booking-1", "dana@example.com", "The roof leaks.", "2026-10-03T15:00:00.000Z"],
    ["booking-2", null, "The roof leaks.", expect.stringMatching(/^2026-/)],
    ["message-1", null, "Called.", expect.stringMatching(/^2026-/)],
  ]);
  const leads = await rowsOf(database, "leads");
  for (const { lead_id } of notes) expect(leads.map(({ id }) => id)).toContain(lead_id);
});

test("a database without records is migrated as well", async () => {
  const database = await databaseOfVersion(FIRST_RELEASE);
  await migrate(database, MIGRATIONS);
  expect(await rowsOf(database, "leads")).toEqual([]);
});

/** What the lead of these bookings must be. */
function leadOf(bookings: readonly Row[], messages: readonly Row[]): Row {
  const ranks = ["New", "Meeting set", "Met"];
  const stages = bookings.map(({ status }) =>
    status === "Completed" ? "Met" : status === "Cancelled" ? "New" : "Meeting set",
  );
  const [first] = [...bookings].sort((a, b) => (String(a.created_at) < String(b.created_at) ? -1 : 1));
  const isAhead = bookings.some(
    ({ status, meeting_date }) => status === "Scheduled" && String(meeting_date).startsWith("2099"),
  );
  const sent = messages.filter(({ lead_id }) => lead_id === bookings[0]?.lead_id).length;
  return {
    stage: ranks[Math.max(...stages.map((stage) => ranks.indexOf(stage)))] ?? "",
    is_open: isAhead ? 1 : 0,
    inquiries: bookings.length + sent,
    first_utm_source: first?.first_utm_source ?? null,
    source: first?.first_utm_source ?? "Unknown",
    created_at: first?.created_at ?? null,
    has_met: stages.includes("Met") ? 1 : 0,
  };
}

function shown(lead: Row | undefined): Row {
  const {
    stage = null,
    is_open = null,
    inquiries = null,
    first_utm_source = null,
    source = null,
    created_at = null,
  } = lead ?? {};
  return { stage, is_open, inquiries, first_utm_source, source, created_at, has_met: lead?.met_at ? 1 : 0 };
}

async function rowsOf({ read }: Database, table: string): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(table)} order by id`.execute(read)).rows;
}

async function filledDatabase(bookings = BOOKINGS): Promise<Database> {
  const database = await databaseOfVersion(FIRST_RELEASE);
  // A statement has four seconds.
  for (let first = 1; first <= bookings; first += CHUNK)
    await insertBookings(database, first, Math.min(first + CHUNK - 1, bookings));
  for (let first = 1; first <= Math.min(MESSAGES, bookings); first += CHUNK)
    await insertMessages(database, first, Math.min(first + CHUNK - 1, MESSAGES, bookings));
  return database;
}

/** Some 700 people with one to three properties each, in two spellings. */
async function insertBookings(database: Database, first: number, last: number): Promise<void> {
  await database.transaction((trx) =>
    sql`insert into bookings (id, status, meeting_date, meeting_time, version, invite_sequence, first_name, last_name,
        email, email_key, phone, search_text, phone_digits, preferred_contact, street, city, state,
        zip_code, property_type, current_situation, timeframe_to_sell, meeting_type, created_at, updated_at, first_utm_source)
      with recursive numbers (n) as (
        select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})
      select 'booking-' || n, case n % 4 when 0 then 'Completed' when 1 then 'Cancelled' else 'Scheduled' end,
        case when n % 11 = 0 then '2099' else '2026' end || '-10-05', '09:00', 1, 0, 'Renée', 'O''Brien-Núñez',
        case when n % 2 = 0 then 'S' else 's' end || 'eller' || (n % 700) || '@example.com',
        'seller' || (n % 700) || '@example.com', '512-555-' || (1000 + n % 900), 'renée seller' || n, '512555' || (1000 + n % 900), 'email',
        case when n % 3 = 0 then '12 Pecan St.' else '12  pecan street' end, 'Austin', 'TX', '7870' || (n % 3),
        'single-family', 'relocation', 'asap', 'phone', '2026-0' || (1 + n % 9) || '-01T15:00:00.000Z',
        '2026-10-01T15:00:00.000Z', 'source ' || (n % 5)
      from numbers`.execute(trx),
  );
}

/** Half of them from people who have booked too. */
async function insertMessages(database: Database, first: number, last: number): Promise<void> {
  await database.transaction((trx) =>
    sql`insert into contact_messages (id, name, email, subject, message, status, search_text, version, created_at,
        updated_at)
      with recursive numbers (n) as (
        select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})
      select 'message-' || n, 'Tomás', 'seller' || (n * 2 % 1400) || '@example.com',
        'offer', 'How much?', case n % 3 when 0 then 'Resolved' else 'New' end, 'tomas', 1,
        '2026-10-02T15:00:00.000Z', '2026-10-02T15:00:00.000Z'
      from numbers`.execute(trx),
  );
}
