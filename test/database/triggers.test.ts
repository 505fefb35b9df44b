// Triggers that count leads and fill the search read rows of other modules. tsc does not notice if such a column is removed.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { OFFERS_READ_BY_TRIGGERS } from "#deals/offers/server/table.ts";
import { INQUIRIES_READ_BY_TRIGGERS } from "#people/leads/server/inquiries/table.ts";
import { LEADS_READ_BY_TRIGGERS, NOTES_READ_BY_TRIGGERS, PEOPLE_READ_BY_TRIGGERS } from "#people/leads/server/table.ts";
import { PERMISSIONS_READ_BY_TRIGGERS } from "#people/permissions/server/table.ts";
import { startSite } from "../server.ts";

type Trigger = { table: string; text: string };

const NAMED: Record<string, readonly string[]> = {
  inquiries: INQUIRIES_READ_BY_TRIGGERS,
  leads: LEADS_READ_BY_TRIGGERS,
  people: PEOPLE_READ_BY_TRIGGERS,
  notes: NOTES_READ_BY_TRIGGERS,
  offers: OFFERS_READ_BY_TRIGGERS,
  permissions: PERMISSIONS_READ_BY_TRIGGERS,
};

/** Exists in migrations only and belongs to no module; triggers use it among themselves. */
const OF_TRIGGERS_ALONE = /_(counts|search|search_rows)$/;

test("every column that a trigger reads is named in its module's table.ts", async () => {
  const read = (await listTriggers()).filter(({ table }) => !OF_TRIGGERS_ALONE.test(table)).flatMap(columnsReadBy);
  expect(read).toContain("leads.first_utm_campaign");
  expect(read.filter((column) => !named().includes(column))).toEqual([]);
});

test("a trigger reads no table but its own row and what triggers alone keep", async () => {
  const others = (await listTriggers()).flatMap(({ table, text }) =>
    [...text.matchAll(/\b(?:from|join)\s+(\w+)/gi)].map(([, other = ""]) => `on ${table}: ${other}`),
  );
  // Beside them the marker without which the database deletes no line of a permission.
  const isKnown = (other: string) =>
    OF_TRIGGERS_ALONE.test(other) || /^on permission(s|_words): permission_expiry$/.test(other);
  expect(others.filter((other) => !isKnown(other))).toEqual([]);
});

test("every column that table.ts names for triggers is there", async () => {
  const { database } = await startSite();
  const tables = await database.read.introspection.getTables();
  const there = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  expect(named().filter((column) => !there.includes(column))).toEqual([]);
});

function named(): string[] {
  return Object.entries(NAMED).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
}

async function listTriggers(): Promise<Trigger[]> {
  const { database } = await startSite();
  const inPostgres = sql<Trigger>`
    select relname as "table", pg_get_triggerdef(pg_trigger.oid) || pg_get_functiondef(tgfoid) as text
    from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal`;
  const inSqlite = sql<Trigger>`select tbl_name as "table", sql as text from sqlite_master where type = 'trigger'`;
  return (await (process.env.TEST_ENGINE === "postgres" ? inPostgres : inSqlite).execute(database.read)).rows;
}

function columnsReadBy({ table, text }: Trigger): string[] {
  const fromRow = [...text.matchAll(/\b(?:new|old)\.(\w+)/gi)].map(([, column]) => column);
  const watched = [...text.matchAll(/\bupdate of ([\w, ]+?) on\b/gi)].flatMap(([, columns = ""]) =>
    columns.split(", "),
  );
  return [...new Set([...fromRow, ...watched])].map((column) => `${table}.${column}`);
}
