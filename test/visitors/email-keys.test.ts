import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { erasePerson, exportPerson } from "#deals/privacy/server/personal-data.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { hashPassword } from "#platform/server/passwords.ts";
import { login, PASSWORD } from "../accounts.ts";
import { FIRST_RELEASE, siteConfig } from "../database/database-of-version.ts";
import { runCommand } from "../programs/commands.ts";
import { post } from "../requests.ts";
import { emptyDatabaseEnvironment, startSite } from "../server.ts";

const STORED = [
  "ÉLODIE@example.com",
  "e\u0301lodie@example.com",
  "TOMAS@Example.com",
  "tomás@faß.example",
  "ÜNAL@127.0.0.1",
];

/** By id, e-mail and day: each of two pairs now has one address, and in the second pair the later row already has the key. */
const OLDER_ACCOUNTS = [
  ["zoe", "Zoe\u0308@example.com", "2026-01-01"],
  ["composed", "ÉLODIE@example.com", "2026-01-02"],
  ["decomposed", "e\u0301lodie@example.com", "2026-01-03"],
  ["sharp", "straße@example.com", "2026-01-04"],
  ["strasse", "strasse@example.com", "2026-01-05"],
] as const;

test("records with older keys are found under every spelling, and every account can sign in", {
  timeout: 90_000,
}, async () => {
  const settings = await siteOfAnOlderVersion();
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warnings.mockRestore());
  const site = await startSite({ env: { ...settings, ...siteConfig(settings) } });
  expect(warnings.mock.calls.map(([text]) => /accounts (\S+) and (\S+) are/.exec(text)?.slice(1))).toEqual([
    ["composed", "decomposed"],
    ["strasse", "sharp"],
  ]);
  for (const [id, email] of OLDER_ACCOUNTS) expect((await login(site, email)).json()._id, email).toBe(id);
  expect((await login(site, "ZOË@example.com")).json()._id).toBe("zoe");
  const again = { email: "straße@example.com", password: PASSWORD };
  expect((await post(site, "/api/auth/register", again)).statusCode).toBe(409);

  const found: object = await exportPerson(site.database, "élodie@example.com");
  const two = { length: 2 };
  expect(found).toMatchObject({ bookings: two, contactMessages: two, accounts: two });
  const erased = async (email: string) => {
    const { bookings, contactMessages, accounts } = await erasePerson(site.database, {
      email,
      dataDir: settings.DATA_DIR ?? "",
      now: site.clock.now(),
    });
    return [bookings, contactMessages, accounts];
  };
  expect(await erased("ÉLODIE@EXAMPLE.COM")).toEqual([2, 2, 2]);
  expect(await erased("tomas@example.com")).toEqual([1, 1, 0]);
  expect(await erased("TOMÁS@xn--fa-hia.example")).toEqual([1, 1, 0]);
  expect(await erased("STRASSE@example.com")).toEqual([0, 0, 2]);
  // Forms do not accept IP addresses any more.
  expect(await runCommand("person", settings, "erase", "ünal@127.0.0.1")).toMatch(/^Erased: 1 bookings, 1 messages, /);
  expect(await site.database.read.selectFrom("contact_messages").select("id").execute()).toEqual([]);
  expect(await site.database.read.selectFrom("users").select("id").where("role", "=", "user").execute()).toEqual([
    { id: "zoe" },
  ]);
});

async function siteOfAnOlderVersion(): Promise<Record<string, string>> {
  const settings = await emptyDatabaseEnvironment();
  const passwordHash = await hashPassword(PASSWORD);
  const database = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  await migrateTo(database, await readMigrations(MIGRATIONS), FIRST_RELEASE);
  await database.transaction(async (trx) => {
    for (const [index, email] of STORED.entries()) {
      const id = String(index);
      await sql`insert into contact_messages (id, name, email, subject, message, status, search_text, created_at,
          updated_at, version)
        values (${`message ${id}`}, 'Élodie', ${email}, 'general', 'Hello', 'New', '', '2026-10-01', '2026-10-01', 1)`.execute(
        trx,
      );
      await sql`insert into bookings (id, status, meeting_date, meeting_time, version, invite_sequence, first_name,
          last_name, email, email_key, phone, search_text, phone_digits, preferred_contact, street, city, state, zip_code,
          property_type, current_situation, timeframe_to_sell, meeting_type, created_at, updated_at)
        values (${id}, 'Cancelled', '2026-10-05', '09:00', 1, 0, 'Élodie', 'Blanc', ${email}, ${email.toLowerCase()},
          '512-555-0100', '', '5125550100', 'email', '12 Pecan St', 'Austin', 'TX', '78701', 'condo', 'other', 'asap',
          'phone', '2026-10-01', '2026-10-01')`.execute(trx);
    }
    for (const [id, email, createdAt] of OLDER_ACCOUNTS)
      await sql`insert into users (id, email, email_key, password_hash, role, created_at, updated_at)
        values (${id}, ${email}, ${email.toLowerCase()}, ${passwordHash}, 'user', ${createdAt}, ${createdAt})`.execute(
        trx,
      );
  });
  await database.close();
  return settings;
}
