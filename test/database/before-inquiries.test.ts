// A database from before bookings, messages and calls became inquiries, with what its own code answered. No release had these
// tables, so that no migration reads them: this test carries them over.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import { inquiryRow, type Names, partsOf } from "#people/leads/server/inquiries/table.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { readMigrations } from "#platform/server/database/migrate.ts";
import { addSignedIn } from "../accounts.ts";
import { runCommand } from "../programs/commands.ts";
import { emptyDatabaseEnvironment, startSite } from "../server.ts";

type Row = Record<string, string | number | null>;

const FOLDER = join(import.meta.dirname, "before-inquiries");
const unpacked = (name: string) => gunzipSync(readFileSync(join(FOLDER, name))).toString();

const BECAME: Record<string, { kind: InquiryKind; own: string; names: Names }> = {
  bookings: {
    kind: "booking",
    own: "meetings",
    names: { first_name: "name", meeting_type: "topic", current_situation: "situation" },
  },
  contact_messages: { kind: "contact", own: "messages", names: { subject: "topic" } },
  calls: { kind: "call", own: "phone_calls", names: {} },
};

/** Columns of leads that came after inquiries, and have no default. */
const SINCE_THEN = { touched_at: "2026-11-20T15:00:00.000Z" };

/** By /api/day. */
const REPLACED = "/api/leads/today";

test("what was stored before inquiries is the same, row by row and answer by answer", { timeout: 90_000 }, async () => {
  const before = tablesOf(unpacked("tables.backup"));
  const settings = await emptyDatabaseEnvironment();
  const file = join(settings.DATA_DIR ?? "", "carried.backup");
  writeFileSync(file, await backupOf(carried(before)));
  await runCommand("restore", settings, file);
  const site = await startSite({ env: settings });
  for (const [view, rows] of Object.entries(before).filter(([name]) => name in BECAME)) {
    const now = await site.database.read
      .selectFrom(view as "bookings")
      .selectAll()
      .execute();
    const byId = new Map(now.map((row) => [row.id, row]));
    expect(now).toHaveLength(rows.length);
    for (const row of rows) expect(byId.get(String(row.id))).toMatchObject(row);
  }
  const { call } = await addSignedIn(site, { email: "checks@example.com" });
  // The label of the channel was another word.
  const answers = JSON.parse(unpacked("answers.json.gz").replaceAll('"title":"E-mail: ', '"title":"Email: '));
  for (const [path, answer] of Object.entries(answers)) {
    if (path === REPLACED) continue;
    const today = await call("GET", path);
    if (typeof answer === "string") expect(today.body, path).toBe(answer);
    // Later versions say more, and all of this.
    else expect(today.json(), path).toMatchObject(answer as object);
  }
});

function carried({ person_phones, ...before }: Record<string, Row[]>): Record<string, Row[]> {
  const tables: Record<string, Row[]> = { inquiries: [] };
  for (const [name, rows] of Object.entries(before)) {
    const { kind, own: table, names } = BECAME[name] ?? {};
    if (!kind || !table || !names) {
      tables[name] = name === "leads" ? rows.map((row) => ({ ...row, ...SINCE_THEN })) : rows;
      continue;
    }
    const parts = rows.map((row) => ({ row, ...partsOf(row, names) }));
    tables[table] = parts.map(({ row, own }) => ({ id: row.id, ...own }) as Row);
    tables.inquiries?.push(
      ...parts.map(({ row, inquiry }): Row => {
        const { email, phone } = inquiry;
        const keys = { email_key: email ? emailKey(email) : null, mailbox_key: email ? mailboxKey(email) : null };
        const found = { ...keys, phone_digits: phone ? phoneDigits(phone) : "", search_text: "" };
        const updated_at = String(row.updated_at ?? row.created_at);
        return inquiryRow({ ...found, ...inquiry, id: String(row.id), kind, updated_at });
      }),
    );
  }
  return tables;
}

function tablesOf(text: string): Record<string, Row[]> {
  const tables: Record<string, Row[]> = {};
  let table = { name: "", columns: [] as string[] };
  for (const line of text
    .split("\n")
    .filter(Boolean)
    .map((one) => JSON.parse(one))) {
    if ("table" in line) table = { name: line.table, columns: line.columns };
    if (!Array.isArray(line)) continue;
    tables[table.name] ??= [];
    tables[table.name]?.push(Object.fromEntries(table.columns.map((column, index) => [column, line[index]])));
  }
  return tables;
}

async function backupOf(tables: Record<string, Row[]>): Promise<Buffer> {
  const migrations = Object.keys(await readMigrations(MIGRATIONS));
  const lines: unknown[] = [{ format: "site backup 1", createdAt: "2026-11-20T15:00:00.000Z", migrations }];
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {});
    lines.push({ table, columns }, ...rows.map((row) => columns.map((column) => row[column] ?? null)));
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const end = Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
  const sha256 = createHash("sha256").update(text).digest("hex");
  return gzipSync(`${text}${JSON.stringify({ end, sha256 })}\n`);
}
