// Whatever breaks, each acknowledged request of a client that repeats stands exactly once, with all that belongs to it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished } from "vitest";
import type { KeyScope } from "#accounts/keys/key.ts";
import { createSite } from "#app/server.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { OfferContent } from "#deals/offers/offer.ts";
import { MAIL_KINDS } from "#delivery/mail/mail.ts";
import { siteAvailability } from "#inquiries/bookings/availability.ts";
import { addDays } from "#platform/dates.ts";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { addSignedIn } from "../accounts.ts";
import { drill } from "../drill.ts";
import { findPart, parseMime } from "../mime.ts";
import { newOfferContent } from "../offers.ts";
import { newCall } from "../people.ts";
import { freePort, startPostgres, type TestPostgres } from "../programs/postgres.ts";
import { type SiteProcess, startProcess } from "../programs/processes.ts";
import { fillUp, smallDisk } from "../programs/small-disk.ts";
import { publishFacts } from "../published.ts";
import { startReceiver } from "../receiver.ts";
import { freeSlots } from "../requests.ts";
import { sentOffer } from "../sent-offers.ts";
import { databaseEnvironment, startMailServer, startSite, type TestSite } from "../server.ts";
import type { TestSmtp } from "../smtp.ts";
import { type Clients, NO_ANSWER, sendAll } from "./clients.ts";
import { DOORS, type Door, type Given, HOST, peopleOf, type Sent } from "./doors.ts";

const isPostgres = process.env.TEST_ENGINE === "postgres";
const LONG = { timeout: 900_000 };
const COUNT = { large: 10_000, usual: 1_000 };
const AREA = 201;
const DISK_MEGABYTES = 1_500;
const REFUSALS = 50;
const HOURS_DEAD = 24;
/** One process sends fifty mails a second at most. */
const SENDERS = 16;
const EVENTS = ["booking.created", "message.created", "call.created", "callback.created", "offer.answered"];
const HOUR_MS = 3_600_000;
/** They may pass while the test runs. */
const PASSING_SLOTS = 40;

type Place = {
  settings: Record<string, string>;
  disk: string;
  postgres: TestPostgres | undefined;
  running: SiteProcess;
};

type Fault = (place: Place, clients: Clients) => Promise<void>;

const killed: Fault = async (place) => {
  await place.running.end("SIGKILL");
  place.running = await startProcess(place.settings);
};

const fullDisk: Fault = async ({ disk, postgres }, clients) => {
  const filler = join(disk, "filler");
  fillUp(filler);
  await clients.failed(REFUSALS);
  rmSync(filler);
  // PostgreSQL may have stopped itself, and then an operator starts it again.
  await postgres?.halt();
  await postgres?.resume();
};

const lostDatabase: Fault = async ({ settings, postgres }, clients) => {
  if (postgres) {
    await postgres.halt();
    await clients.failed(REFUSALS);
    return postgres.resume();
  }
  const other = new DatabaseSync(join(settings.DATA_DIR ?? "", SQLITE_FILE), { timeout: 60_000 });
  other.exec("begin immediate");
  await clients.failed(REFUSALS);
  other.exec("rollback");
  other.close();
};

const FAULTS: readonly Fault[] = [killed, fullDisk, lostDatabase, killed];

drill("each acknowledged lead stands once, through every door and after every failure", LONG, async ({ skip }) => {
  const found = (await findPlace()) ?? skip("this machine lets nobody mount a small disk");
  const smtp = await startMailServer();
  await smtp.close();
  const env = {
    ...found.settings,
    SMTP_URL: smtp.url,
    RATE_LIMIT: "off",
    WEBHOOK_ALLOW_PRIVATE: "on",
    MAIL_RETRY_SECONDS: "3600",
  };
  const site = await startSite({ now: new Date().toISOString(), env });
  const given = await prepare(site);
  const settings = { ...env, SITE_PORT: `${await freePort()}` };
  const place = { ...found, settings, running: await startProcess(settings) };
  const sent = DOORS.map((door, index) => {
    const people = peopleOf(door.name, countOf(door), AREA + index);
    return { door, addresses: people.map(({ email }) => email), requests: door.send(people, given) };
  });

  const clients = sendAll(place.running.url, mixed(sent.map(({ requests }) => requests)));
  await Promise.all([clients.done, breakOneByOne(place, clients)]);
  await place.running.end("SIGTERM");
  expect([...clients.refusals.keys()].filter((status) => status !== 503 && status !== NO_ANSWER)).toEqual([]);

  for (const { door, addresses } of sent) expect(await wrongs(site, door, addresses), door.name).toEqual({});
  const inquiries = DOORS.filter(({ table }) => table !== "offer_answers");
  expect(await countInquiries(site)).toBe(given.offers.length + sumOf(inquiries.map(countOf)));
  const noticed = DOORS.filter(({ mails }) => mails.some((kind) => "tells" in MAIL_KINDS[kind]));
  expect(await sendLate(site, smtp)).toBe(sumOf(noticed.map(countOf)));
});

async function breakOneByOne(place: Place, clients: Clients): Promise<void> {
  for (const [index, fault] of FAULTS.entries()) {
    await clients.acknowledged((index + 1) / (FAULTS.length + 1));
    await fault(place, clients);
  }
}

/** On a disk that can be filled. Undefined if this machine permits none. */
async function findPlace(): Promise<Omit<Place, "running"> | undefined> {
  const settings = await databaseEnvironment();
  const disk = smallDisk(DISK_MEGABYTES);
  if (!disk) return undefined;
  if (!isPostgres) return { settings: { ...settings, DATA_DIR: disk }, disk, postgres: undefined };
  const postgres = await startPostgres({ durable: true, on: disk });
  onTestFinished(() => postgres.stop());
  return { settings: { ...settings, DATABASE_URL: postgres.url("postgres") }, disk, postgres };
}

/** Keys, times for every meeting, an offer for every question, and an endpoint that hears of all. */
async function prepare(site: TestSite): Promise<Given> {
  const admin = await addSignedIn(site);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const today = site.clock.now().toISOString().slice(0, 10);
  // Reminders would be as many mails again.
  const noReminders = { overdueAfterBusinessMinutes: null, escalateAfterBusinessMinutes: null };
  await publishFacts(site, (facts) => ({ ...facts, leads: { ...facts.leads, ...noReminders } }));
  const call = async (method: "POST" | "PUT", url: string, body: object) => {
    const answer = await admin.call(method, url, body);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const availability = { ...siteAvailability(currentFacts()), horizonDays: 365 };
  await call("PUT", "/api/bookings/availability", { availability, version: 1 });
  await call("POST", "/api/webhooks/endpoints", { name: "CRM", url: receiver.url, events: EVENTS });
  const makeKey = async (scope: KeyScope): Promise<string> =>
    (await call("POST", "/api/keys", { name: scope, scope, endsOn: addDays(today, 30) })).token;

  const content = {
    closingDays: [addDays(today, 30)],
    later: { ...newOfferContent().later, closingDays: [addDays(today, 90)] } as OfferContent["later"],
    validUntil: addDays(today, 14),
  };
  const offers: string[] = [];
  for (const { index: _, lastName: __, ...asker } of peopleOf("asker", COUNT.usual, AREA - 1)) {
    const { leadId } = await call("POST", "/api/leads/calls", newCall({ ...asker, reached: false }));
    offers.push((await sentOffer(admin, leadId, content)).token);
  }
  return {
    addKey: await makeKey("add-leads"),
    leadsKey: await makeKey("write-leads"),
    staffToken: (await addSignedIn(site, { email: "staff@example.com" })).session.accessToken,
    slots: (await freeSlots(site, COUNT.usual + PASSING_SLOTS)).slice(PASSING_SLOTS),
    offers,
  };
}

function countOf({ isLarge }: Door): number {
  return isLarge ? COUNT.large : COUNT.usual;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** All doors are open the whole time. */
function mixed(doors: readonly (readonly Sent[])[]): Sent[] {
  const placed = doors.flatMap((all) => all.map((sent, index) => ({ sent, at: index / all.length })));
  return placed.sort((a, b) => a.at - b.at).map(({ sent }) => sent);
}

/** By what is wrong: whose request does not stand exactly once with its person, mails, delivery and line in the log. */
async function wrongs(site: TestSite, door: Door, addresses: readonly string[]) {
  const { name, table, mails, event, action, isLoggedAtLead } = door;
  const records = (await listRecords(site, table)).filter(({ address }) => address?.startsWith(`${name}-`));
  const { read } = site.database;
  const written = await read.selectFrom("mails").select(["record_id", "kind"]).execute();
  const kinds = Map.groupBy(written, ({ record_id }) => record_id);
  const told = await read.selectFrom("webhook_deliveries").select(["record_id", "type"]).execute();
  const types = Map.groupBy(told, ({ record_id }) => record_id);
  const lines = await read.selectFrom("history").select("subject_id").where("action", "=", action).execute();
  const log = Map.groupBy(lines, ({ subject_id }) => subject_id);
  const standing = Map.groupBy(records, ({ address }) => address);
  const at = (isWrong: (record: StandingRecord) => boolean) => records.filter(isWrong).map(({ address }) => address);
  const found = {
    lost: addresses.filter((address) => !standing.has(address)),
    doubled: [...standing].flatMap(([address, all]) => (all.length === 1 ? [] : [address])),
    neverSent: [...new Set(standing.keys()).difference(new Set(addresses))],
    withoutPerson: at(({ address, person }) => person !== address && table !== "offer_answers"),
    mails: at(({ id }) => mails.some((kind) => kinds.get(id)?.filter((mail) => mail.kind === kind).length !== 1)),
    strangeMails: mails.length === 0 ? at(({ id }) => kinds.has(id)) : [],
    deliveries: at(({ id }) => (types.get(id) ?? []).filter(({ type }) => type === event).length !== (event ? 1 : 0)),
    log: at(({ id, leadId }) => log.get(isLoggedAtLead ? leadId : id)?.length !== 1),
  };
  return Object.fromEntries(Object.entries(found).filter(([, all]) => all.length > 0));
}

type StandingRecord = { id: string; leadId: string; address: string | null; person: string | null };

async function listRecords({ database }: TestSite, table: Door["table"]): Promise<StandingRecord[]> {
  if (table === "offer_answers") {
    const answers = await database.read.selectFrom(table).select(["offer_id", "words"]).execute();
    return answers.map(({ offer_id, words }) => ({ id: offer_id, leadId: "", address: words, person: null }));
  }
  const rows =
    table === "calls"
      ? await database.read.selectFrom(table).select(["id", "email", "name", "lead_id"]).execute()
      : await database.read.selectFrom(table).select(["id", "email", "lead_id"]).execute();
  const people = await database.read
    .selectFrom("leads")
    .innerJoin("people", "people.id", "leads.person_id")
    .select(["leads.id", "people.email", "people.name"])
    .execute();
  const addressOf = ({ email, name = "" }: { email: string | null; name?: string }) => email ?? `${name}${HOST}`;
  const known = new Map(people.map(({ id, ...person }) => [id, addressOf(person)]));
  return rows.map((row) => {
    const leadId = `${row.lead_id}`;
    return { id: row.id, leadId, address: addressOf(row), person: known.get(leadId) ?? null };
  });
}

async function countInquiries({ database }: TestSite): Promise<number> {
  const { count } = await database.read
    .selectFrom("inquiries")
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The mail server comes back a day later. Returns how many mails say so. */
async function sendLate(site: TestSite, smtp: TestSmtp): Promise<number> {
  const sites = await Promise.all(Array.from({ length: SENDERS }, () => createSite(site, () => false)));
  expect(smtp.mails).toEqual([]);
  await smtp.open();
  // The process's clock is the real one.
  site.clock.set(new Date(Date.now() + HOURS_DEAD * HOUR_MS).toISOString());
  await Promise.all(sites.map(({ mail }) => mail.sendDue()));
  const words = `This came in ${HOURS_DEAD} hours ago.`;
  return smtp.mails.filter(({ raw }) => findPart(parseMime(raw), "text/plain").text.includes(words)).length;
}
