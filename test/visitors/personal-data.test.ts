import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import { addAccount, addSignedIn } from "../accounts.ts";
import { runCommand } from "../programs/commands.ts";
import { publishFacts } from "../published.ts";
import { book, bookMeeting, post, sendContactMessage } from "../requests.ts";
import { databaseEnvironment, startSite, type TestSite } from "../server.ts";

const SLOW = { timeout: 90_000 };
const DAY_SECONDS = 86_400;
const REASON = "Renée keeps the house";

test("everything about one person is exported, and nothing about another", SLOW, async () => {
  const { settings } = await siteWithTwoPeople();
  const found = JSON.parse(await runCommand("person", settings, "export", "RENEE@example.com"));
  expect(found.bookings.map(({ street }: { street: string }) => street)).toEqual(["1422 Elm Street"]);
  expect(found.bookings.map(({ cancel_reason }: { cancel_reason: string }) => cancel_reason)).toEqual([REASON]);
  expect(found.contactMessages).toHaveLength(1);
  expect(found.accounts).toMatchObject([{ email: "renee@example.com", role: "user", passkeys: [], browsers: [] }]);
  expect(found.mails.length).toBeGreaterThan(2);
  expect(found.history).toHaveLength(4);
  expect(found.webhookDeliveries.map(({ type }: { type: string }) => type).sort()).toEqual([
    "booking.created",
    "message.created",
  ]);
  expect(JSON.stringify(found)).not.toMatch(/argon2|tomas/i);
});

test("a person who is erased is nowhere in the database or the outbox, and everybody else is", SLOW, async () => {
  const { settings, site, id: bookingId } = await siteWithTwoPeople();
  const outbox = join(site.config.dataDir, "outbox");
  mkdirSync(outbox);
  const mails = await site.database.read.selectFrom("mails").select(["id", "record_id"]).execute();
  for (const { id } of mails) writeFileSync(join(outbox, `2026 some-kind ${id}.eml`), "");
  const kept = mails.filter(({ record_id }) => record_id !== bookingId).length;

  const linesBefore = await linesOf(site, "renee@example.com");
  expect(linesBefore).toHaveLength(4);
  expect(await runCommand("person", settings, "erase", "renee@example.com")).toContain("1 bookings, 1 messages");
  expect(await textOf(site)).not.toMatch(/ren[eé]e|1422 elm|5550142/i);
  expect(await textOf(site)).toMatch(/tom[aá]s/i);
  expect(readdirSync(outbox).length).toBeLessThan(kept);
  expect((await site.app.inject(`/api/bookings/${bookingId}`)).statusCode).toBe(404);
  // The proof stays, and the same address finds it again.
  expect(await linesOf(site, "Renee@example.com")).toEqual(linesBefore);
  const admin = await addSignedIn(site, { email: "other@example.com" });
  expect((await admin.call("GET", "/api/bookings/stats")).json()).toMatchObject({ total: 0 });
  expect((await admin.call("GET", "/api/bookings/list?search=renee")).json().bookings).toEqual([]);
  const again = await book(site);
  expect(again.statusCode).toBe(201);
});

test(
  "the history says that a person was erased, bookings, messages and account, and nothing of who it was",
  SLOW,
  async () => {
    const { settings, site } = await siteWithTwoPeople();
    await site.database.transaction((trx) => trx.updateTable("users").set({ role: "admin" }).execute());
    await runCommand("person", settings, "erase", "renee@example.com");
    const lines = await site.database.read
      .selectFrom("history")
      .selectAll()
      .where("action", "=", "deleted")
      .orderBy("id")
      .execute();
    expect(lines.map(({ subject_kind, actor, detail }) => ({ subject_kind, actor, detail }))).toEqual(
      ["booking", "contact", "account", "person"].map((subject_kind) => ({
        subject_kind,
        actor: "npm run person",
        detail: null,
      })),
    );
    expect(JSON.stringify(lines)).not.toMatch(/ren[eé]e/i);
  },
);

test(
  "an admin's calendar feeds and keys are exported without their secrets, and erased with the account",
  SLOW,
  async () => {
    const { settings, site } = await siteWithTwoPeople();
    const marcus = await addSignedIn(site, { email: "marcus@example.com" });
    const made = (await marcus.call("POST", "/api/bookings/calendar-feeds", { name: "Marcus' phone" })).json();
    const address = new URL(made.url).pathname;
    expect((await site.app.inject(address)).statusCode).toBe(200);
    const form = { name: "The CRM", scope: "all", endsOn: "2026-12-31" };
    const { token } = (await marcus.call("POST", "/api/keys", form)).json();
    const found = await runCommand("person", settings, "export", "marcus@example.com");
    expect(JSON.parse(found).calendarFeeds).toMatchObject([{ name: "Marcus' phone", lastReadAt: expect.any(String) }]);
    const [row] = await site.database.read.selectFrom("calendar_feeds").selectAll().execute();
    expect(found).not.toContain(row?.secret_hash);
    expect(JSON.parse(found).keys).toMatchObject([{ name: "The CRM", scope: "all" }]);
    expect(found).not.toContain(hashToken(token));
    await runCommand("person", settings, "erase", "marcus@example.com");
    expect(await textOf(site)).not.toContain("Marcus' phone");
    expect(await site.database.read.selectFrom("api_keys").selectAll().execute()).toEqual([]);
    expect((await site.app.inject(address)).statusCode).toBe(404);
  },
);

test("the last admin is not erased, and what is no address is refused", SLOW, async () => {
  const { settings } = await siteWithTwoPeople();
  await expect(runCommand("person", settings, "erase", "dana@example.com")).rejects.toThrow("last active admin");
  await expect(runCommand("person", settings, "erase", "renee")).rejects.toThrow("Usage");
});

test("old leads are erased after the owner's number of days, once their meeting is over", async () => {
  const { site } = await siteWithTwoPeople();
  await publishFacts(site, (facts) => ({ ...facts, eraseLeadsAfterDays: 30 }));
  expect(await leftAfterTidying(site)).toEqual([1, 2, true]);
  site.clock.advance(31 * DAY_SECONDS);
  // Booked 31 days ago, but the meeting was 26 days ago.
  expect(await leftAfterTidying(site)).toEqual([1, 0, true]);
  site.clock.advance(6 * DAY_SECONDS);
  expect(await leftAfterTidying(site)).toEqual([0, 0, false]);
});

test("a stop outlives the erasure of old leads, in no words that name the person, and marks the number when it comes back", async () => {
  const { site } = await siteWithTwoPeople();
  const stop = {
    email: "renee@example.com",
    phone: "(217) 555-0142",
    channels: ["call"],
    words: "No calls.",
    said: "phone",
  };
  const { call } = await addSignedIn(site, { email: "marcus@example.com" });
  expect((await call("POST", "/api/permissions/revocations", stop)).statusCode).toBe(201);
  await publishFacts(site, (facts) => ({ ...facts, eraseLeadsAfterDays: 30 }));
  site.clock.advance(60 * DAY_SECONDS);
  expect(await leftAfterTidying(site)).toEqual([0, 0, false]);
  expect(await site.database.read.selectFrom("permission_details").selectAll().execute()).toEqual([]);
  const { call: later } = await addSignedIn(site, { email: "elena@example.com" });
  await sendContactMessage(site, { email: "another@example.com", phone: "217.555.0142" });
  const { contacts } = (await later("GET", "/api/contact/admin/submissions")).json();
  expect(contacts[0].stopped).toEqual(["call"]);
});

test("the lines of a person expire the owner's years after the last one, words and all other people's stay", async () => {
  const { site } = await siteWithTwoPeople();
  site.clock.advance(4 * 365 * DAY_SECONDS);
  await sendContactMessage(site, { email: "tomas@example.com" });
  const count = async () => (await site.database.read.selectFrom("permissions").select("id").execute()).length;
  const before = await count();
  await leftAfterTidying(site);
  expect(await count()).toBe(before);
  site.clock.advance(366 * 1.5 * DAY_SECONDS);
  await leftAfterTidying(site);
  expect(await linesOf(site, "renee@example.com")).toEqual([]);
  expect((await linesOf(site, "tomas@example.com")).length).toBeGreaterThan(2);
  expect(await site.database.read.selectFrom("permission_expiry").selectAll().execute()).toEqual([]);
  await expect(site.database.transaction((trx) => trx.deleteFrom("permissions").execute())).rejects.toThrow(
    "only ever",
  );
});

test("leads are kept by default, and a shorter retention erases nothing within a week of its publication", async () => {
  const { site } = await siteWithTwoPeople();
  site.clock.advance(400 * DAY_SECONDS);
  expect(await leftAfterTidying(site)).toEqual([1, 2, true]);
  await publishFacts(site, (facts) => ({ ...facts, eraseLeadsAfterDays: 30 }));
  site.clock.advance(7 * DAY_SECONDS - 60);
  expect(await leftAfterTidying(site)).toEqual([1, 2, true]);
  // Taken back in time, and published again.
  await publishFacts(site, (facts) => ({ ...facts, eraseLeadsAfterDays: null }));
  await publishFacts(site, (facts) => ({ ...facts, eraseLeadsAfterDays: 90 }));
  site.clock.advance(60 * 60);
  expect(await leftAfterTidying(site)).toEqual([1, 2, true]);
  site.clock.advance(7 * DAY_SECONDS);
  expect(await leftAfterTidying(site)).toEqual([0, 0, false]);
});

async function leftAfterTidying({ site, database, clock, config }: TestSite) {
  await new Housekeeping({ database, clock, log: site.app.log, dataDir: config.dataDir }).tidy();
  const bookings = await database.read.selectFrom("bookings").select("id").execute();
  const messages = await database.read.selectFrom("contact_messages").select("id").execute();
  const mails = await database.read.selectFrom("mails").select("id").execute();
  return [bookings.length, messages.length, mails.length > 0];
}

async function siteWithTwoPeople() {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: settings });
  const dana = await addSignedIn(site, { email: "dana@example.com" });
  await dana.call("POST", "/api/webhooks/endpoints", {
    name: "The CRM",
    url: "https://hooks.example.com/",
    events: ["booking.created", "message.created"],
  });
  const { id, token } = await bookMeeting(site);
  await post(site, "/api/manage-meeting/cancel", { token, sequence: 0, reason: REASON });
  await sendContactMessage(site, { name: "Renée", email: "Renee@Example.com", message: "About 1422 Elm" });
  await sendContactMessage(site);
  await addAccount(site, { email: "renee@example.com", role: "user" });
  return { settings, site, id };
}

async function linesOf({ database }: TestSite, email: string) {
  const { email: hash = "" } = (await personKeys(database)).of({ email });
  return database.read.selectFrom("permissions").selectAll().where("email_hash", "=", hash).orderBy("id").execute();
}

/** Every row of every table with personal data. */
async function textOf({ database }: TestSite): Promise<string> {
  const tables = [
    "inquiries",
    "meetings",
    "messages",
    "mails",
    "webhook_deliveries",
    "users",
    "calendar_feeds",
    "history",
    "idempotency_keys",
    "permissions",
    "permission_details",
    "permission_words",
    "privacy_requests",
  ] as const;
  const rows = tables.map((table) => database.read.selectFrom(table).selectAll().execute());
  return JSON.stringify(await Promise.all(rows));
}
