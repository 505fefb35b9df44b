// A restored backup brings back nobody who left since: what was removed is removed again, or what would reach people waits.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { writeJournal } from "#delivery/removals/server/journal-file.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { addAccount, addSignedIn, login } from "../accounts.ts";
import { drill } from "../drill.ts";
import { newCall } from "../people.ts";
import { commandFile, runCommand } from "../programs/commands.ts";
import { startReceiver } from "../receiver.ts";
import { bookMeeting, freeSlots, post, sendContactMessage } from "../requests.ts";
import { addApp, addPasskey } from "../second-factor/accounts.ts";
import {
  databaseEnvironment,
  databaseOf,
  emptyDatabaseEnvironment,
  startSite,
  startSiteWithMail,
  type TestSite,
} from "../server.ts";

type Settings = Record<string, string>;

const THREE_HOURS_MS = 3 * 60 * 60_000;
const [RENEE, TOMAS, WALTER] = ["renee@example.com", "tomas@example.com", "(217) 555-0199"];
const ONLY_REFUSED = "solo@example.com";
/** Of the backup only a refused body has it. */
const CAME_AFTER = "(217) 555-0166";
// Every command is a separate process.
const SLOW = { timeout: 120_000 };

test(
  "what was removed after a backup is removed again by its restore, on either engine, and nothing else",
  SLOW,
  async () => {
    const { site, admin, people, remove } = await siteWithPeople();
    const file = await backup(site);
    const pressed = await remove();
    await writeJournalBeside(site, file);
    for (const target of [await emptyDatabaseEnvironment(), sqliteEnvironment()]) {
      const said = await runCommand("restore", target, file);
      for (const count of [
        "2 people erased",
        "1 people without an e-mail address erased",
        "1 messages deleted",
        "1 meetings without reminders",
        "1 calendar feeds revoked",
        "1 keys revoked",
        "1 webhook endpoints deleted",
        "1 webhook endpoints turned off",
        "1 accounts deleted",
        "1 accounts deactivated",
        "1 admins made users",
        "2 passwords made invalid",
        "1 passkeys removed",
        "1 authenticator apps removed",
        "1 used recovery codes",
        "2 sets of recovery codes removed",
      ])
        expect(said).toContain(count);
      expect(said).toMatch(/[23] stops written down/);
      expect(said).not.toContain("held");

      const restored = await startSite({ env: { ...target, AUTH_SECRET: admin.secret } });
      restored.clock.set(site.clock.now().toISOString());
      const { call } = await addSignedIn(restored, { email: "new@example.com" });
      const look = async (email: string) => (await call("GET", `/api/people?email=${email}`)).json();
      const stateOf = async (person: Settings) =>
        (await call("GET", `/api/permissions/state?${new URLSearchParams(person)}`)).json().state;
      expect(await look(RENEE)).toMatchObject({ bookings: [], messages: [], mails: 0 });
      expect(JSON.stringify(await everything(restored))).not.toMatch(
        /renee@|ren[eé]e|solo@|555-?0142|2175550142|2175550199|555-0199|555-0166/i,
      );
      const bodies = await restored.database.read.selectFrom("refused_bodies").select("body").execute();
      expect(bodies.map(({ body }) => JSON.parse(body).email)).toEqual(["kept@example.com"]);
      expect((await look(TOMAS)).messages).toHaveLength(1);
      expect((await stateOf({ email: TOMAS })).email).toBe("revoked");
      expect(await stateOf({ phone: "217 555 0100" })).toMatchObject({ call: "revoked", text: "unknown" });
      expect((await stateOf({ email: "kept@example.com" })).email).toBe("given");
      expect((await look("kept@example.com")).bookings).toHaveLength(1);

      expect((await restored.app.inject(pressed.feedUrl)).statusCode).toBe(404);
      expect((await restored.app.inject(people.keptFeedUrl)).statusCode).toBe(200);
      const asKey = (token: string) =>
        restored.app.inject({ url: "/api/bookings/stats", headers: { authorization: `Bearer ${token}` } });
      expect((await asKey(pressed.token)).statusCode).toBe(401);
      expect((await asKey(people.keptToken)).statusCode).toBe(200);
      const { endpoints } = (await call("GET", "/api/webhooks/endpoints")).json();
      expect(
        endpoints.map(({ name, isActive }: { name: string; isActive: boolean }) => `${name} ${isActive}`).sort(),
      ).toEqual(["Kept true", "Off false"]);
      const { users } = (await call("GET", "/api/users?limit=50")).json();
      const states = Object.fromEntries(
        users.map(({ email, role, isActive }: { email: string; role: string; isActive: boolean }) => [
          email,
          [role, isActive],
        ]),
      );
      expect(states).toMatchObject({
        "dana@example.com": ["admin", true],
        "off@example.com": ["user", false],
        "demoted@example.com": ["user", true],
      });
      expect(states).not.toHaveProperty("gone@example.com");
      expect((await login(restored, "password@example.com")).statusCode).toBe(401);
      expect((await login(restored, "dana@example.com")).statusCode).toBe(200);
      expect((await login(restored, "demoted@example.com")).statusCode).toBe(200);
      const [used = "", unused = ""] = people.recoveryCodes;
      expect((await signInWithCode(restored, used)).statusCode).toBe(401);
      expect((await signInWithCode(restored, unused)).statusCode).toBe(200);
      expect((await login(restored, "factors@example.com")).statusCode).toBe(401);
      expect((await signInWithCode(restored, people.busyCode, "busy@example.com")).statusCode).toBe(401);
      // What is removed again is in the journal of the restored site too.
      expect(await kindsOf(restored)).toEqual(expect.arrayContaining(await kindsOf(site)));
    }
  },
);

test("without the journal everything that reaches people waits until an admin confirms, once", SLOW, async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const { site, people, day, remove } = await siteWithPeople({ hook: receiver.url });
  const file = await backup(site);
  await remove();
  rmSync(join(dirname(file), JOURNAL_NAME));
  const target = await emptyDatabaseEnvironment();
  const said = await runCommand("restore", target, file);
  expect(said).toContain("held until an admin confirms on the dashboard, because there was no journal of removals");

  const env = { ...target, WEBHOOK_ALLOW_PRIVATE: "on" };
  const { site: restored, smtp } = await startSiteWithMail({ env, now: `${addDays(day, -1)}T17:00:00.000Z` });
  const twin = await startSite({ env: { ...databaseOf(restored), ...env, SMTP_URL: smtp.url } });
  twin.clock.set(restored.clock.now().toISOString());
  const { call } = await addSignedIn(restored, { email: "new@example.com" });
  const other = await addSignedIn(restored, { email: "other@example.com" });
  await bookMeeting(restored, { ...(await freeMeeting(restored)), email: "late@example.com" });
  const asKey = () =>
    restored.app.inject({ url: "/api/bookings/stats", headers: { authorization: `Bearer ${people.keptToken}` } });
  for (let again = 0; again < 2; again++)
    for (const one of [restored, twin]) {
      await Promise.all([one.site.mail.sendDue(), one.site.webhooks.sendDue()]);
      const feed = await one.app.inject(people.keptFeedUrl);
      expect([feed.statusCode, feed.json().code]).toEqual([503, "held_after_restore"]);
    }
  const refused = await asKey();
  expect([refused.statusCode, refused.json().code]).toEqual([503, "held_after_restore"]);
  expect([smtp.mails, receiver.received]).toEqual([[], []]);
  // Nothing was tried, so that nothing is nearer to being given up.
  const due = await restored.database.read.selectFrom("mails").selectAll().where("state", "=", "waiting").execute();
  expect(due.some(({ next_try_at }) => next_try_at <= restored.clock.now().toISOString())).toBe(true);
  expect(due.every(({ tries }) => tries === 0)).toBe(true);
  const { hold } = (await call("GET", "/api/removals/hold")).json();
  expect(hold).toMatchObject({ reason: "there was no journal of removals beside the backup" });

  const answers = await Promise.all([call, other.call].map((one) => one("POST", "/api/removals/hold/release")));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(answers.map((answer) => answer.json().message).sort()).toEqual([
    "Nothing waits any more",
    "Released: e-mail and webhooks go out now",
  ]);
  const entries = await restored.database.read
    .selectFrom("history")
    .selectAll()
    .where("action", "=", "released")
    .execute();
  expect(entries).toHaveLength(1);
  expect((await call("GET", "/api/removals/hold")).json().hold).toBeNull();
  await Promise.all([twin.site.mail.sendDue(), twin.site.webhooks.sendDue()]);
  expect(smtp.mails.map(({ to }) => to.join())).toContain("late@example.com");
  expect(receiver.received.length).toBeGreaterThan(0);
  expect((await asKey()).statusCode).toBe(200);
  expect((await twin.app.inject(people.keptFeedUrl)).statusCode).toBe(200);
});

drill(
  "a journal that is cut, forged, of another site or too old does not count, and the restore says so",
  SLOW,
  async () => {
    const { site } = await siteWithPeople();
    const other = await startSite();
    const early = journalIn();
    await writeJournal(site.database, { file: early, now: new Date() });
    for (const subject of ["one", "two", "three"])
      await site.database.transaction((trx) => recordRemovals(trx, [{ kind: "feed", subject }], new Date()));
    const file = await backup(site);
    const whole = readFileSync(join(dirname(file), JOURNAL_NAME), "utf8");
    const [heading = "", one = "", two = "", three = "", end = ""] = whole.split(/(?<=\n)/);
    const [foreign, late] = [journalIn(), journalIn()];
    await writeJournal(other.database, { file: foreign, now: new Date() });
    await writeJournal(site.database, { file: late, now: new Date(Date.now() - 25 * 60 * 60_000) });
    const named = (...lines: string[]) => {
      const path = journalIn();
      writeFileSync(path, lines.join(""));
      return ["--journal", path];
    };
    for (const [words, complaint] of [
      [named(whole.slice(0, -20)), "damaged, cut short or forged"],
      [named(heading, one, two, three), "damaged, cut short or forged"],
      [named(heading, one, three, end), "damaged, cut short or forged"],
      [named(heading, two, one, three, end), "damaged, cut short or forged"],
      [named(heading, one, one, two, three, end), "damaged, cut short or forged"],
      [named(whole.replace(/"feed"/, '"key"')), "damaged, cut short or forged"],
      [named(whole.replace(/"through":"\d{4}/, '"through":"2999')), "damaged, cut short or forged"],
      [named(""), "damaged, cut short or forged"],
      [["--journal", foreign], "of another database"],
      [["--journal", early], "ends too early"],
      [["--journal", late], "ends too early"],
      [["--without-journal"], "without the journal"],
    ] as const) {
      const target = sqliteEnvironment();
      const said = await runCommand("restore", target, file, ...words);
      expect(said, complaint).toContain(complaint);
      expect(said).toContain("held until an admin confirms");
    }
    const target = sqliteEnvironment();
    await expect(runCommand("restore", target, file, "--journal", join(tmpdir(), "nowhere"))).rejects.toThrow(
      "cannot be read",
    );
    await expect(runCommand("restore", target, file, "--without-journal", "--journal", early)).rejects.toThrow("Usage");
    expect(await runCommand("restore", target, file)).toContain("Nothing was removed after the backup");
  },
);

test("an erasure by the command is in the journal at once, and the journal names nobody", SLOW, async () => {
  const { site, remove } = await siteWithPeople();
  await remove();
  const said = await runCommand("person", databaseOf(site), "erase", TOMAS);
  const file = join(site.config.backupDir, JOURNAL_NAME);
  expect(said).toContain(file);
  const text = readFileSync(file, "utf8");
  const keys = await personKeys(site.database);
  expect(text).toContain(`"person","${keys.of({ email: TOMAS }).email}"`);
  expect(text).not.toMatch(/tomas|renee|example\.com|@|217\W*555/i);
  // Nobody who has the journal alone can test a guess.
  const secrets = await site.database.read.selectFrom("permission_keys").select("secret").execute();
  expect(text).not.toContain(secrets[0]?.secret);
  const [key] = await site.database.read.selectFrom("removal_keys").selectAll().execute();
  expect(text).not.toContain(key?.secret);
});

test("a restore that is killed leaves a site that waits", SLOW, async () => {
  const site = await startSite({ now: new Date(Date.now() - THREE_HOURS_MS).toISOString() });
  const file = await backup(site);
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    kind: "stop" as const,
    subject: `${String(index).padStart(22, "x")}:`,
    detail: "call email",
  }));
  await site.database.transaction((trx) => recordRemovals(trx, many, site.clock.now()));
  await writeJournalBeside(site, file);
  const target = sqliteEnvironment();
  const restore = spawn(process.execPath, [commandFile("restore"), file], {
    env: { ...process.env, ...target },
    stdio: "ignore",
  });
  const ended = once(restore, "exit");
  await vi.waitFor(
    () => {
      const database = new DatabaseSync(join(target.DATA_DIR ?? "", SQLITE_FILE), { readOnly: true });
      const { count } = database.prepare("select count(*) as count from permissions").get() as { count: number };
      database.close();
      expect(count).toBeGreaterThan(0);
    },
    { timeout: 30_000, interval: 5 },
  );
  restore.kill("SIGKILL");
  await ended;
  const restored = await startSite({ env: target });
  const { call } = await addSignedIn(restored);
  const { hold } = (await call("GET", "/api/removals/hold")).json();
  expect(hold).toMatchObject({ reason: "the restore did not come to its end" });
});

test("a person who came again after an erasure stays: the backup knows the erasure", SLOW, async () => {
  const { site, admin } = await siteWithPeople();
  await admin.call("POST", "/api/people/erasure", { email: RENEE });
  await bookMeeting(site, await freeMeeting(site));
  const file = await backup(site);
  await writeJournalBeside(site, file);
  const target = await emptyDatabaseEnvironment();
  expect(await runCommand("restore", target, file)).toContain("Nothing was removed after the backup");
  const restored = await startSite({ env: target });
  restored.clock.set(site.clock.now().toISOString());
  const { call } = await addSignedIn(restored, { email: "new@example.com" });
  expect((await call("GET", `/api/people?email=${RENEE}`)).json().bookings).toHaveLength(1);
});

/** On the real day, because commands have the real clock. */
async function siteWithPeople({ hook = "https://hooks.example.com/" } = {}) {
  const settings = await databaseEnvironment();
  const env = { ...settings, RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "on" };
  const site = await startSite({ env, now: new Date(Date.now() - THREE_HOURS_MS).toISOString() });
  const dana = await addSignedIn(site);
  const { call } = dana;
  const meeting = await freeMeeting(site);
  const renee = await bookMeeting(site, meeting);
  const ann = { firstName: "Ann", lastName: "Lee", email: "kept@example.com", phone: "2175550111" };
  const kept = await bookMeeting(site, { ...(await freeMeeting(site)), ...ann });
  await sendContactMessage(site);
  await sendContactMessage(site, { email: "once@example.com", phone: "2175550122" });
  const rung = await call("POST", "/api/leads/calls", newCall({ phone: WALTER }));
  await refuseBodies(site, call);
  const feed = async (name: string) =>
    (await call("POST", "/api/bookings/calendar-feeds", { name })).json<{ url: string; feed: { _id: string } }>();
  const key = async (name: string) => {
    const endsOn = addDays(wallClock(site.clock.now(), "America/Chicago").day, 30);
    return (await call("POST", "/api/keys", { name, scope: "all", endsOn })).json<{
      token: string;
      key: { _id: string };
    }>();
  };
  const endpoint = async (name: string) => {
    const form = { name, url: hook, events: ["booking.created"] };
    return (await call("POST", "/api/webhooks/endpoints", form)).json().endpoint._id as string;
  };
  const [goneFeed, keptFeed] = [await feed("Gone"), await feed("Kept")];
  const [goneKey, keptKey] = [await key("Gone"), await key("Kept")];
  const endpoints = { gone: await endpoint("Gone"), off: await endpoint("Off"), kept: await endpoint("Kept") };
  const account = (name: string, role: "admin" | "user" = "user") =>
    addAccount(site, { email: `${name}@example.com`, role });
  const accounts = {
    gone: await account("gone", "admin"),
    off: await account("off"),
    demoted: await account("demoted", "admin"),
    password: await account("password"),
  };
  const factors = await addSignedIn(site, { email: "factors@example.com" });
  await addApp(site, factors);
  await addPasskey(site, factors);
  const codes = await addApp(site, await addSignedIn(site, { email: "codes@example.com" }));
  const busy = await addSignedIn(site, { email: "busy@example.com", role: "user" });
  const { recoveryCodes: busyCodes } = await addApp(site, busy);
  const { messages = [] } = (await call("GET", "/api/people?email=once@example.com")).json();

  const pathOf = (url: string) => new URL(url).pathname;
  const remove = async () => {
    const done = async (...request: Parameters<typeof call>) => {
      const answer = await call(...request);
      expect(answer.statusCode, `${request[1]} ${answer.body}`).toBeLessThan(300);
    };
    const { personId } = (await call("POST", "/api/leads/calls", newCall({ name: "Ida", phone: CAME_AFTER }))).json();
    const { people } = (await call("GET", "/api/people/search?search=Walter")).json();
    for (const email of [RENEE, ONLY_REFUSED]) await done("POST", "/api/people/erasure", { email });
    for (const id of [people[0]._id, personId]) await done("POST", `/api/people/${id}/erasure`);
    await done("DELETE", `/api/contact/admin/submissions/${messages[0]._id}`);
    const { stopToken } = await personKeys(site.database);
    await post(site, `/stop/${stopToken(TOMAS)}`, "List-Unsubscribe=One-Click", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const stop = { phone: "217 555 0100", channels: ["call"], words: "Never again", said: "phone" };
    await done("POST", "/api/permissions/revocations", stop);
    await post(site, `/stop-reminders/${kept.id}`, {});
    await done("DELETE", `/api/bookings/calendar-feeds/${goneFeed.feed._id}`);
    await done("DELETE", `/api/keys/${goneKey.key._id}`);
    await done("DELETE", `/api/webhooks/endpoints/${endpoints.gone}`);
    const off = { name: "Off", url: hook, events: ["booking.created"], isActive: false };
    await done("PUT", `/api/webhooks/endpoints/${endpoints.off}`, off);
    await done("DELETE", `/api/users/${accounts.gone.id}`);
    await done("PATCH", `/api/users/${accounts.off.id}/toggle-active`);
    await done("PUT", `/api/users/${accounts.demoted.id}`, {
      email: "demoted@example.com",
      role: "user",
      isActive: true,
    });
    await done("PUT", `/api/users/${accounts.password.id}`, {
      email: "password@example.com",
      role: "user",
      isActive: true,
      password: "nine dry parasols",
    });
    const { passkeys } = (await factors.call("GET", "/api/account/factors")).json();
    expect((await factors.call("DELETE", `/api/account/passkeys/${passkeys[0]._id}`)).statusCode).toBe(200);
    expect((await factors.call("DELETE", "/api/account/totp")).statusCode).toBe(200);
    expect((await signInWithCode(site, codes.recoveryCodes[0] ?? "")).statusCode).toBe(200);
    // More than an account without the admin's role may add to the removals in a day.
    const renewed: number[] = [];
    for (let made = 0; made <= 100; made++)
      renewed.push((await busy.call("POST", "/api/account/recovery-codes")).statusCode);
    expect([renewed[0], renewed.at(-1)]).toEqual([200, 429]);
    return { feedUrl: pathOf(goneFeed.url), token: goneKey.token };
  };
  expect([rung.statusCode, renee.id.length], rung.body).toEqual([201, 26]);
  return {
    site,
    day: meeting.meetingDate,
    admin: { call, secret: site.config.authSecret ?? "one-secret-one-secret-one-secret-one!" },
    people: {
      keptFeedUrl: pathOf(keptFeed.url),
      keptToken: keptKey.token,
      recoveryCodes: codes.recoveryCodes,
      busyCode: busyCodes[0] ?? "",
    },
    remove,
  };
}

/** What a vendor's program could not get in names people who are erased later, and one who is not. */
async function refuseBodies(site: TestSite, call: Awaited<ReturnType<typeof addSignedIn>>["call"]) {
  const endsOn = addDays(wallClock(site.clock.now(), "America/Chicago").day, 30);
  const { token } = (await call("POST", "/api/keys", { name: "Vendor", scope: "add-leads", endsOn })).json();
  const headers = { authorization: `Bearer ${token}` };
  const emails = [RENEE, ONLY_REFUSED, "kept@example.com"].map((email) => ({ email }));
  for (const named of [...emails, { phone: WALTER }, { phone: CAME_AFTER }]) {
    const answer = await post(site, "/api/leads", { ...named, state: "Nowhere" }, { headers });
    expect(answer.statusCode, answer.body).toBe(400);
  }
}

async function signInWithCode(site: TestSite, recoveryCode: string, email = "codes@example.com") {
  const { challenge } = (await login(site, email)).json();
  return post(site, "/api/auth/login/second-factor", { challenge, recoveryCode });
}

async function freeMeeting(site: TestSite) {
  const slots = await freeSlots(site, 40);
  const slot = slots.at(-1);
  return { meetingDate: slot?.date ?? "", meetingTime: slot?.time ?? "" };
}

async function kindsOf({ database }: TestSite): Promise<string[]> {
  const rows = await database.read.selectFrom("removals").selectAll().execute();
  return rows.map(({ id, kind }) => `${id} ${kind}`);
}

/** Every row that could name a person. */
async function everything({ database: { read } }: TestSite): Promise<unknown[]> {
  const tables = [
    "inquiries",
    "meetings",
    "messages",
    "people",
    "leads",
    "phone_calls",
    "notes",
    "mails",
    "permissions",
    "permission_details",
    "history",
    "refused_bodies",
    "refused_body_names",
    "removals",
    "webhook_deliveries",
  ] as const;
  return Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));
}

async function backup(site: TestSite): Promise<string> {
  const file = join(folder(), "backup");
  await runCommand("backup", databaseOf(site), file);
  return file;
}

async function writeJournalBeside(site: TestSite, file: string): Promise<void> {
  const written = journalIn();
  await writeJournal(site.database, { file: written, now: new Date() });
  copyFileSync(written, join(dirname(file), JOURNAL_NAME));
}

function sqliteEnvironment(): Settings {
  return { DATA_DIR: folder(), DATABASE_URL: "", AUTH_SECRET: "" };
}

function journalIn(): string {
  return join(folder(), JOURNAL_NAME);
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "site-removals-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
