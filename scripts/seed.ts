// npm run seed -- --bookings N --contacts N --users N [--seed TEXT] [--today yyyy-MM-dd]
// Fills the database with made-up data, for trying out and for measuring. The same command on the same day gives the same.
import { parseArgs } from "node:util";
import { readConfig } from "#app/config.ts";
import { MIGRATIONS } from "#app/server.ts";
import type { Tables } from "#app/tables.ts";
import { siteBookingRules } from "#bookings/slots.ts";
import { isDay, wallClock } from "#platform/dates.ts";
import { VISITOR } from "#platform/history.ts";
import { systemClock } from "#platform/server/clock.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { MADE_UP_DOMAIN, madeUpBookings, madeUpMessages, madeUpUsers, randomFrom, startOfDay } from "./made-up.ts";

// SQLite takes 32,766 values in one statement; a booking has about 60.
const ROWS_AT_ONCE = 250;
const ROWS_PER_COMMIT = 5_000;

const { values: given } = parseArgs({
  options: {
    bookings: { type: "string", default: "0" },
    contacts: { type: "string", default: "0" },
    users: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    today: { type: "string", default: wallClock(systemClock.now(), siteBookingRules.timeZone).day },
  },
});

const counts = { bookings: wholeNumber("bookings"), contacts: wholeNumber("contacts"), users: wholeNumber("users") };
if (!isDay(given.today)) stop("--today must be a day such as 2026-11-20");
if (counts.bookings + counts.contacts + counts.users === 0)
  stop("Say how much: npm run seed -- --bookings 200 --contacts 50 --users 10");

const config = readConfig(process.env);
const database = await openDatabase<Tables>({ ...config, onConnectionError: console.error });
const rules = siteBookingRules;
const now = startOfDay(given.today, rules.timeZone);
try {
  await migrate(database, MIGRATIONS);
  const stream = (name: string) => randomFrom(`${given.seed} ${name}`);
  await fill("bookings", madeUpBookings(counts.bookings, { random: stream("bookings"), rules, now }), "booking");
  await fill("contact_messages", madeUpMessages(counts.contacts, { random: stream("contacts"), now }), "contact");
  await fill("users", madeUpUsers(counts.users, { random: stream("users"), now }), undefined);
  console.log(`Everybody in it is made up: their addresses end in @${MADE_UP_DOMAIN}. Nothing is mailed to them.`);
} finally {
  await database.close();
}

async function fill<Table extends "bookings" | "contact_messages" | "users">(
  table: Table,
  rows: Iterable<Tables[Table]>,
  historyKind: string | undefined,
): Promise<void> {
  const started = performance.now();
  let done = 0;
  for (const part of chunks(rows, ROWS_PER_COMMIT)) {
    await database.transaction(async (trx) => {
      for (const some of chunks(part, ROWS_AT_ONCE)) {
        await insert(trx, table, some);
        if (historyKind)
          await insert(
            trx,
            "history",
            some.map((row) => created(historyKind, row)),
          );
      }
    });
    done += part.length;
    if (process.stdout.isTTY) process.stdout.write(`\r${done} ${table}`);
  }
  if (done > 0) console.log(`\r${done} ${table} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

type Trx = Parameters<Parameters<Database<Tables>["transaction"]>[0]>[0];

async function insert(trx: Trx, table: keyof Tables, rows: readonly object[]): Promise<void> {
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

function wholeNumber(name: "bookings" | "contacts" | "users"): number {
  if (!/^\d{1,8}$/.test(given[name])) stop(`--${name} must be a whole number`);
  return Number(given[name]);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
