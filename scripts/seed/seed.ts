// npm run seed -- --bookings N --contacts N --users N [--people N] [--seed TEXT] [--today yyyy-MM-dd] is repeatable on the same day.

import { parseArgs } from "node:util";
import { sql } from "kysely";
import { readConfig } from "#app/config.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { migrateAndAdopt } from "#company/facts/server/published-facts.ts";
import { shownNow } from "#company/shell/agreements.ts";
import { insertBookingRows } from "#inquiries/bookings/server/store.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { insertContactMessageRows } from "#inquiries/contact/server/store.ts";
import { agreedEntries } from "#people/permissions/server/agreements.ts";
import { writeAgreements } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { isDay, wallClock } from "#platform/dates.ts";
import { systemClock } from "#platform/server/clock.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { madeUpBookings, madeUpMessages, madeUpUsers, startOfDay } from "./made-up.ts";
import { MADE_UP_DOMAIN, MadeUpLeads } from "./made-up-leads.ts";
import { rowsOf } from "./outcomes.ts";
import { randomFrom } from "./random.ts";

// SQLite accepts 32,766 values in one statement; an inquiry has about 50.
const CHUNK_ROWS = 250;
const ROWS_PER_COMMIT = 5_000;

const asked = readOptions();
if (!asked) {
  console.error(
    "Usage: npm run seed -- --bookings 200 --contacts 50 --users 10 (whole numbers, not all of them 0; if you like --people 100, --seed TEXT and --today 2026-11-20)",
  );
  process.exit(1);
}
const { counts, seed, today } = asked;

const stream = (name: string) => randomFrom(`${seed} ${name}`);
try {
  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, onConnectionError: console.error });
  try {
    await migrateAndAdopt(database, MIGRATIONS, { ...config, now: systemClock.now() });
    // Otherwise every row of a large file reads pages of its indexes from the disk again.
    if (database.engine === "sqlite")
      await database.transaction((trx) => sql`pragma cache_size = -262144`.execute(trx).then(() => {}));
    const rules = siteBookingRules(currentFacts());
    const now = startOfDay(today ?? wallClock(systemClock.now(), rules.timeZone).day, rules.timeZone);
    const context = { random: stream("outcomes"), rules, now };
    const leads = new MadeUpLeads({ random: stream("leads"), returning: returningOf(counts) });
    const addLeads = (trx: Db, end = {}) => insertAll(trx, rowsOf(leads.takeFinished(end), context));
    const bookings = madeUpBookings(counts.bookings, { random: stream("bookings"), rules, now, leads });
    const agreed = { booking: await agreements(database, "booking"), message: await agreements(database, "message") };
    await fill(database, "bookings", bookings, {
      kind: "booking",
      add: async (trx, rows) => {
        await insertBookingRows(trx, rows);
        const online = rows.filter(({ id }) => !leads.bookedByPhone.has(id));
        await agreed.booking(trx, online);
        await addLeads(trx);
      },
    });
    const messages = madeUpMessages(counts.contacts, { random: stream("contacts"), now, leads });
    await fill(database, "messages", messages, {
      kind: "contact",
      add: async (trx, rows) => {
        await insertContactMessageRows(trx, rows);
        await agreed.message(trx, rows);
        await addLeads(trx);
      },
    });
    await database.transaction((trx) => addLeads(trx, { isEnd: true }));
    await insertSpend(database, leads.spend, now);
    const users = madeUpUsers(counts.users, { random: stream("users"), now });
    await fill(database, "users", users, { kind: "account", add: (trx, rows) => insert(trx, "users", rows) });
    console.log(`Everybody in it is made up: their addresses end in @${MADE_UP_DOMAIN}. Nothing is mailed to them.`);
  } finally {
    await database.close();
  }
} catch (error) {
  if (isUniqueViolation(error))
    console.error("Such bookings, or others at the same times, are there already. Please fill an empty database.");
  else console.error(error instanceof ConfigError ? `${error.message}.` : error);
  process.exitCode = 1;
}

async function fill<Row extends { id: string; created_at: string }>(
  database: Database,
  what: string,
  rows: Iterable<Row>,
  { kind, add }: { kind: string; add: (trx: Db, rows: readonly Row[]) => Promise<void> },
): Promise<void> {
  const started = performance.now();
  let done = 0;
  for (const part of chunks(rows, ROWS_PER_COMMIT)) {
    await database.transaction(async (trx) => {
      for (const some of chunks(part, CHUNK_ROWS)) {
        await insert(
          trx,
          "history",
          some.map((row) => created(kind, row)),
        );
        await add(trx, some);
      }
    });
    done += part.length;
    if (process.stdout.isTTY) process.stdout.write(`\r${done} ${what}`);
  }
  if (done > 0) console.log(`\r${done} ${what} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function agreements(database: Database, agreement: "booking" | "message") {
  const keys = await personKeys(database);
  const entries = await agreedEntries(database, agreement, { shown: shownNow(currentFacts()) });
  const kind = agreement === "booking" ? "booking" : "contact";
  return async (
    trx: Db,
    rows: readonly { id: string; email: string | null; phone: string | null; created_at: string }[],
  ) =>
    writeAgreements(
      trx,
      rows.map(({ id, email, phone, created_at: at }) => ({
        hashes: keys.of({ email: email ?? undefined, phone: phone ?? undefined }),
        details: { email: email ?? undefined, phone: phone ?? undefined, address: "192.0.2.1" },
        record: { kind, id },
        entries: entries.filter(({ channel }) => channel === "email" || phone),
        origin: "form" as const,
        actor: VISITOR,
        userAgent: "made up by npm run seed",
        at,
      })),
    );
}

async function insertAll(trx: Db, rows: Partial<Record<keyof Tables, readonly object[]>>): Promise<void> {
  for (const [table, some] of Object.entries(rows))
    for (const part of chunks<object>(some, CHUNK_ROWS)) await insert(trx, table as keyof Tables, part);
}

async function insertSpend(database: Database, spend: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = [...spend].map(([key, cents]) => {
    const [source, campaign, month] = JSON.parse(key);
    return { source, campaign, month, cents, version: 1, created_at: at, updated_at: at };
  });
  await database.transaction(async (trx) => {
    for (const part of chunks(rows, CHUNK_ROWS)) await insert(trx, "campaign_spend", part);
  });
}

function returningOf({ bookings, people }: { bookings: number; people: number | undefined }): number | undefined {
  return people === undefined ? undefined : Math.max(0, 1 - people / Math.max(1, bookings));
}

async function insert(trx: Db, table: keyof Tables, rows: readonly object[]): Promise<void> {
  await trx
    .insertInto(table)
    .values(rows as never)
    .execute();
}

function created(kind: string, row: { id: string; created_at: string }) {
  return { subject_kind: kind, subject_id: row.id, actor: VISITOR, action: "created", created_at: row.created_at };
}

function* chunks<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function readOptions() {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      options: { bookings: text, contacts: text, users: text, people: text, seed: text, today: text },
    });
    const { bookings = "0", contacts = "0", users = "0", people, seed = "1", today } = values;
    const isRight =
      [bookings, contacts, users, people ?? "0"].every((count) => /^\d{1,8}$/.test(count)) &&
      (today === undefined || isDay(today));
    const counts = {
      bookings: Number(bookings),
      contacts: Number(contacts),
      users: Number(users),
      people: people === undefined ? undefined : Number(people),
    };
    return isRight && counts.bookings + counts.contacts + counts.users > 0 ? { counts, seed, today } : undefined;
  } catch {
    return undefined;
  }
}
