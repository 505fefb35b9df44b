import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { addDays } from "#platform/dates.ts";
import { checkBackup, readBackup } from "#platform/server/database/backup/backup.ts";
import { dataTables } from "#platform/server/database/backup/data-tables.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { addSignedIn, login } from "../accounts.ts";
import { aboveDatabase } from "../drill.ts";
import { photo, uploadPicture } from "../pictures.ts";
import { runCommand } from "../programs/commands.ts";
import { startProcess } from "../programs/processes.ts";
import { bookMany, freeSlots } from "../programs/requests.ts";
import { refuseInserts } from "../refused-writes.ts";
import { book, post, sendContactMessage } from "../requests.ts";
import { addApp, codeOf, firstStep, secondStep, signInWith } from "../second-factor/accounts.ts";
import { databaseEnvironment, emptyDatabaseEnvironment, startSite, startSiteWithMail } from "../server.ts";
import { RELEASES_FOLDER } from "./database-of-version.ts";

type Settings = Record<string, string>;

const THREE_DAYS_MS = 3 * 24 * 60 * 60_000;
// Every command is a separate process.
const SLOW = { timeout: 90_000 };

aboveDatabase("a backup made while bookings come in holds everything acknowledged before it, whole", SLOW, async () => {
  const settings = await databaseEnvironment();
  const site = await startProcess(settings);
  const slots = await freeSlots(site, 120);
  const before = await bookMany(site, slots.slice(0, 40));
  const during = bookMany(site, slots.slice(40));
  const file = await backup(settings);
  await during;

  const target = await emptyDatabaseEnvironment();
  await runCommand("restore", target, file);
  const restored = (await contents(target)).meetings?.map(({ id }) => id) ?? [];
  expect(before).toHaveLength(40);
  expect(restored).toEqual(expect.arrayContaining(before));

  const copy = await startProcess(target);
  for (const id of before) expect((await fetch(`${copy.url}/api/bookings/${id}`)).status).toBe(200);
  const { slots: stillFree } = (await (
    await fetch(`${copy.url}/api/bookings/available-slots?date=${slots[0]?.date}`)
  ).json()) as { slots: string[] };
  expect(stillFree).not.toContain(slots[0]?.time);
});

test(
  "a restored database is the same row by row, on either engine, and its counts, search and stop links work",
  SLOW,
  async () => {
    const { settings, rows, stopToken } = await siteWithPeople();
    const file = await backup(settings);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const target of [await emptyDatabaseEnvironment(), sqliteEnvironment()]) {
      await runCommand("restore", target, file);
      expect(await contents(target)).toEqual(rows);
      if (target.DATABASE_URL) expect(await indexes(target)).toEqual(await indexes(settings));
      const site = await startSite({ env: { ...target, AUTH_SECRET: "another-secret-another-secret-another!" } });
      const admin = await addSignedIn(site, { email: "new@example.com" });
      const stopped = await post(site, `/stop/${stopToken}`, "List-Unsubscribe=One-Click", {
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(stopped.statusCode, stopped.body).toBe(200);
      const known = (await admin.call("GET", "/api/permissions?email=renee@example.com")).json();
      expect([known.state, known.lines.length]).toEqual([{ call: "given", text: "unknown", email: "revoked" }, 5]);
      expect((await admin.call("GET", "/api/bookings/stats")).json()).toMatchObject({ total: 2, scheduled: 2 });
      const found = await admin.call("GET", "/api/bookings/list?search=brien-n");
      expect(found.json().bookings).toHaveLength(2);
      const { total } = (await admin.call("GET", "/api/campaigns/report")).json();
      expect(total).toMatchObject({ leads: 2, spendCents: 125_050 });
      expect((await admin.call("GET", "/api/campaigns/links")).json().links).toMatchObject([{ name: "elm-street" }]);
      const { _id } = found.json().bookings[0];
      expect((await admin.call("PATCH", `/api/bookings/${_id}/status`, { status: "Cancelled" })).statusCode).toBe(200);
      expect((await admin.call("GET", `/api/bookings/${_id}/history`)).json().history).toHaveLength(2);
    }
  },
);

test(
  "a restore with a new secret keeps second factors, and ends sign-ins, second steps and links in mail",
  SLOW,
  async () => {
    const settings = await databaseEnvironment();
    const site = await startSite({ env: { ...settings, AUTH_SECRET: "one-secret-one-secret-one-secret-one!" } });
    const dana = await addSignedIn(site);
    const { secret } = await addApp(site, dana);
    const { challenge } = await firstStep(site);
    const elena = await addSignedIn(site, { email: "elena@example.com" });
    await elena.call("POST", "/api/users/invitations", { email: "marcus@example.com", role: "user" });
    const file = await backup(settings);

    const target = await emptyDatabaseEnvironment();
    await runCommand("restore", target, file);
    const other = await startSite({ env: { ...target, AUTH_SECRET: "another-secret-another-secret-another!" } });
    other.clock.set(site.clock.now().toISOString());
    for (const { session } of [dana, elena]) {
      const { refreshToken } = session;
      expect((await post(other, "/api/auth/refresh", { refreshToken })).statusCode).toBe(401);
    }
    expect((await secondStep(other, challenge, { code: codeOf(secret, other) })).json().code).toBe("challenge_ended");
    expect(await other.database.read.selectFrom("account_links").selectAll().execute()).toEqual([]);
    expect((await login(other, "dana@example.com")).json().code).toBe("second_factor_required");
    expect((await signInWith(other, { code: codeOf(secret, other) })).statusCode).toBe(200);
  },
);

test(
  "a backup that a full database cannot list in the audit log is whole, with its journal, and says so",
  SLOW,
  async () => {
    const settings = await databaseEnvironment();
    await refuseInserts(await startSite({ env: settings }), "history", "new.subject_kind = 'backup'");
    const file = join(folder(), "backup");
    await expect(runCommand("backup", settings, file)).rejects.toThrow("refused");
    await checkBackup(file);
    expect(existsSync(join(dirname(file), JOURNAL_NAME))).toBe(true);
  },
);

aboveDatabase(
  "a damaged, shortened or foreign file is refused, and so is a database that is not empty",
  SLOW,
  async () => {
    const { settings } = await siteWithPeople();
    const file = await backup(settings);
    const target = await emptyDatabaseEnvironment();
    const damaged = join(folder(), "damaged");
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
    const text = gunzipSync(bytes).toString();
    for (const [content, complaint] of [
      [flipped, "damaged"],
      [bytes.subarray(0, bytes.length - 20), "damaged"],
      [gzipSync(text.replace("1422 Elm Street", "1423 Elm Street")), "damaged"],
      [gzipSync(text.split("\n").slice(0, 5).join("\n")), "damaged"],
      [Buffer.from("hello"), "damaged"],
      [gzipSync('{"format":"something else"}\n'), "not a backup"],
      [gzipSync(""), "damaged"],
    ] as const) {
      writeFileSync(damaged, content);
      await expect(checkBackup(damaged)).rejects.toThrow(complaint);
    }
    await expect(checkBackup(join(folder(), "nowhere"))).rejects.toThrow("cannot be read");
    writeFileSync(damaged, flipped);
    await expect(runCommand("restore", target, damaged)).rejects.toThrow("damaged");
    await runCommand("restore", target, file);
    await expect(runCommand("restore", target, file)).rejects.toThrow("not empty");
  },
);

aboveDatabase(
  "a file with rows that no backup of its version holds is refused before anything is changed",
  SLOW,
  async () => {
    const { settings, rows } = await siteWithPeople();
    const file = await backup(settings);
    const release = join(RELEASES_FOLDER, "1.0.0.backup");
    const target = await emptyDatabaseEnvironment();
    const planted = join(folder(), "planted");
    const times = ["created_at", "refreshed_at", "proved_at"];
    const session = {
      table: "sign_ins",
      columns: ["id", "user_id", "token_hash", "rotation_salt", "user_agent", ...times],
    };
    const row = [
      "a-session",
      rows.users?.[0]?.id,
      "a-hash",
      "a-salt",
      "",
      ...times.map(() => "2026-11-20T15:00:00.000Z"),
    ];
    for (const [of, table, lines] of [
      [file, "sign_ins", [session, row]],
      [file, "SIGN_INS", [{ ...session, table: "SIGN_INS" }]],
      [file, "kysely_migration", [{ table: "kysely_migration", columns: ["name", "timestamp"] }, ["9999-later", ""]]],
      [file, "payments", [{ table: "payments", columns: ["id"] }]],
      // Of a later version than the file says.
      [release, "webhook_endpoints", [{ table: "webhook_endpoints", columns: ["id"] }]],
    ] as const) {
      writeFileSync(planted, withLines(of, lines));
      const refusal = `has rows of ${table}, which a backup of its version does not hold: nothing was restored`;
      await expect(restoreHere(target, planted), table).rejects.toThrow(refusal);
    }
    const heading = (line: Record<string, unknown>) => ({ ...line, ...session });
    writeFileSync(planted, withLines(file, [], heading));
    await expect(runCommand("restore", target, planted)).rejects.toThrow("has rows of sign_ins");
    expect(await contents(target)).toEqual({});
  },
);

aboveDatabase(
  "nothing is mailed twice after a restore: what was due waits for an admin, a reminder to come is sent",
  SLOW,
  async () => {
    const { settings, day } = await siteWithPeople();
    const first = await startSite({ env: settings });
    const owner = await addSignedIn(first, { email: "owner@example.com" });
    const hook = { name: "The CRM", url: "https://hooks.example.com/", events: ["booking.created"] };
    const { endpoint } = (await owner.call("POST", "/api/webhooks/endpoints", hook)).json();
    await owner.call("POST", `/api/webhooks/endpoints/${endpoint._id}/test`);
    const file = await backup(settings);
    const target = await emptyDatabaseEnvironment();
    const said = await runCommand("restore", target, file);
    expect(said).toContain("12 e-mails (page Mail) and 1 webhook (page Webhooks)");

    const { site, smtp } = await startSiteWithMail({ env: target, now: `${addDays(day, -1)}T17:00:00.000Z` });
    await site.site.mail.sendDue();
    expect(smtp.mails.map(({ to }) => to)).toEqual([["renee@example.com"], ["renee@example.com"]]);
    const admin = await addSignedIn(site, { email: "new@example.com" });
    expect((await admin.call("GET", "/api/mail/failed")).json()).toMatchObject({ total: 12 });
    await admin.call("POST", "/api/mail/failed/retry");
    await site.site.mail.sendDue();
    expect(smtp.mails).toHaveLength(14);
  },
);

/**
 * A site with two bookings, a message and two accounts, whose mail is all unsent. Its clock is three days behind the real
 * one, which the commands use: nobody was contacted since, and the reminders of the meetings are not yet due.
 */
async function siteWithPeople() {
  const settings = await databaseEnvironment();
  const { app, ...site } = await startSite({ env: settings, now: new Date(Date.now() - THREE_DAYS_MS).toISOString() });
  const { days } = (await app.inject({ url: "/api/bookings/available-days" })).json();
  const day = days.findLast(({ state }: { state: string }) => state === "open").date as string;
  for (const meetingTime of ["10:00 AM", "10:30 AM"]) await book({ app }, { meetingDate: day, meetingTime });
  await sendContactMessage({ app }, { name: "Zoë \u2028 Ünal 🏠" });
  const dana = await addSignedIn({ app, ...site }, { email: "dana@example.com" });
  await dana.call("POST", "/api/bookings/calendar-feeds", { name: "My phone" });
  const link = { name: "elm-street", target: "/", source: "postcard", medium: "", campaign: "elm", isRetired: false };
  await dana.call("POST", "/api/campaigns/links", link);
  const amount = { source: "postcard", campaign: "elm", month: "2020-01", cents: 125_050 };
  await dana.call("POST", "/api/campaigns/spend", { entries: [amount] });
  await addSignedIn({ app, ...site }, { email: "seller@example.com", role: "user" });
  expect((await uploadPicture({ app, ...dana }, await photo().jpeg().toBuffer())).statusCode).toBe(201);
  const stopToken = (await personKeys(site.database)).stopToken("renee@example.com");
  return { settings, day, stopToken, rows: await contents(settings) };
}

async function backup(settings: Settings): Promise<string> {
  const file = join(folder(), "backup");
  await runCommand("backup", settings, file);
  return file;
}

/** The file with more lines and the checksum that belongs to them, as anybody can write one. */
function withLines(
  file: string,
  lines: readonly unknown[],
  changeHeading = (heading: Record<string, unknown>): unknown => heading,
): Buffer {
  const [heading = "", ...rest] = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
  const { end } = JSON.parse(rest.pop() ?? "");
  const all = [
    JSON.stringify(changeHeading(JSON.parse(heading))),
    ...rest,
    ...lines.map((line) => JSON.stringify(line)),
  ];
  const text = all.map((line) => `${line}\n`).join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  return gzipSync(`${text}${JSON.stringify({ end, sha256 })}\n`);
}

async function restoreHere(settings: Settings, file: string): Promise<void> {
  const database = await openAt(settings);
  try {
    await readBackup(database, { file, migrations: MIGRATIONS, leftOut: isLeftOutOfBackups }, async () => {});
  } finally {
    await database.close();
  }
}

/** Every row of every table in a backup; without the columns of mail that a restore changes. */
async function contents(settings: Settings): Promise<Record<string, Record<string, unknown>[]>> {
  const database = await openAt(settings);
  try {
    const tables = await dataTables(database.read, database.engine, isLeftOutOfBackups);
    const entries = tables.map(async (table) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by 1`.execute(
        database.read,
      );
      return [table, rows.map((row) => comparable(table === "mails" ? { ...row, ...CHANGED_BY_RESTORE } : row))];
    });
    return Object.fromEntries(await Promise.all(entries));
  } finally {
    await database.close();
  }
}

async function indexes(settings: Settings): Promise<unknown[]> {
  const database = await openAt(settings);
  try {
    const { rows } = await sql`select indexdef from pg_indexes where schemaname = current_schema() order by 1`.execute(
      database.read,
    );
    return rows;
  } finally {
    await database.close();
  }
}

function openAt(settings: Settings): Promise<Database> {
  return openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
}

/** Each driver has its own type for bytes. */
function comparable(row: Record<string, unknown>): Record<string, unknown> {
  const cells = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof Uint8Array ? value.toBase64() : value,
  ]);
  return Object.fromEntries(cells);
}

const CHANGED_BY_RESTORE = { state: "", settled_at: "", last_error: "" };

function sqliteEnvironment(): Settings {
  return { DATA_DIR: folder(), DATABASE_URL: "", AUTH_SECRET: "" };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "site-backup-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
