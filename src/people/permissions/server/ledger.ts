import { createHash } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Removal } from "#delivery/removals/removal.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { CHANNELS } from "#people/permissions/channels.ts";
import type { Origin, PermissionAction, PermissionState, Purpose } from "#people/permissions/permission.ts";
import { stoppedChannels } from "#people/permissions/permission.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { keptQuery, keptRead } from "#platform/server/database/queries/kept-query.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { type Hashes, type Person, personKeys } from "./person-keys.ts";
import { type StateEntry, stateOf } from "./state.ts";

export type StoredText = { version: string; text: string };

export type NewEntry = {
  channel: Channel;
  action: PermissionAction;
  purpose: Purpose;
  textId: string;
};

export type NewAgreement = {
  hashes: Hashes;
  /** The details are stored beside the entries until the person is erased. */
  details: { email?: string | undefined; phone?: string | undefined; address?: string | undefined } | undefined;
  record: { kind: string; id: string };
  entries: readonly NewEntry[];
  origin: Origin;
  actor: string;
  userAgent?: string | undefined;
  at: string;
};

const CHUNK_ENTRIES = 100;
const CHUNK_HASHES = 500;
const NO_TEXT: StoredText = { version: "", text: "" };

// Texts are stored once and never change. The key is the database, because tests use several in one process.
const STORED_TEXTS = new WeakMap<object, Set<string>>();

/** The text has a transaction of its own, so that a booking does not wait for it. An unused row reveals nothing. */
export async function storeText(database: Database, shown: StoredText = NO_TEXT): Promise<string> {
  const { version, text } = shown;
  const id = createHash("sha256").update(`${version}\n${text}`).digest("base64url").slice(0, 22);
  const stored = STORED_TEXTS.get(database) ?? new Set<string>();
  STORED_TEXTS.set(database, stored);
  if (stored.has(id)) return id;
  await database.transaction(async (trx) => {
    await trx
      .insertInto("permission_words")
      .values({ id, version, words: text })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  if (stored.size < 1_000) stored.add(id);
  return id;
}

/** A note of staff may name the person, so it has the id of its record and is deleted with that record's entries. */
export async function storeStaffText(trx: Db, recordId: string, text: string): Promise<void> {
  await trx.insertInto("permission_words").values({ id: recordId, version: "", words: text }).execute();
}

export async function writeAgreements(trx: Db, given: readonly NewAgreement[]): Promise<void> {
  const agreements = given.filter(({ entries }) => entries.length > 0);
  for (const agreement of agreements) await recordRemovals(trx, stopsIn(agreement), new Date(agreement.at));
  const entries = agreements.flatMap(({ hashes, record, entries, origin, actor, userAgent, at }) =>
    entries.map(({ channel, action, purpose, textId }) => ({
      email_hash: hashes.email ?? null,
      phone_hash: hashes.phone ?? null,
      channel,
      action,
      purpose,
      words_id: textId,
      at,
      said: origin,
      actor,
      user_agent: userAgent ?? null,
      record_kind: record.kind,
      record_id: record.id,
    })),
  );
  const details = agreements.flatMap(({ details, record, at }) =>
    details
      ? [
          {
            record_id: record.id,
            email: details.email ?? null,
            phone: details.phone ?? null,
            address: details.address ?? null,
            at,
          },
        ]
      : [],
  );
  await together([
    ...chunksOf(entries, CHUNK_ENTRIES).map((some) => insertEntries(trx, some)),
    ...chunksOf(details, CHUNK_ENTRIES).map((some) => insertDetails(trx, some)),
  ]);
}

const insertEntries = keptQuery((trx: Db, rows: readonly Insertable<Tables["permissions"]>[]) =>
  trx.insertInto("permissions").values(rows),
);

const insertDetails = keptQuery((trx: Db, rows: readonly Tables["permission_details"][]) =>
  trx
    .insertInto("permission_details")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
);

/** The journal of removals gets these: a restored backup must not forget a stop. */
function stopsIn({ hashes, entries }: NewAgreement): Removal[] {
  const channels = entries.filter(({ action }) => action === "revoked").map(({ channel }) => channel);
  if (channels.length === 0) return [];
  const { email = "", phone = "" } = hashes;
  return [{ kind: "stop", subject: `${email}:${phone}`, detail: channels.join(" ") }];
}

/** Two stops at once must not both be written, and a correction must not miss a stop that is being written. */
export async function lockPeople(trx: Db, people: readonly Hashes[]): Promise<void> {
  const names = people.flatMap(({ email, phone }) => [email, phone].flatMap((hash) => hash ?? []));
  await lockNames(
    trx,
    names.map((name) => `permissions ${name}`),
  );
}

export async function findState(db: Db, hashes: Hashes): Promise<PermissionState> {
  return stateOf(await entriesAbout(db, [hashes]), hashes);
}

export async function listStates(
  database: Database,
  people: readonly Person[],
  db: Db = database.read,
): Promise<PermissionState[]> {
  const hashes = people.map((await personKeys(database)).of);
  const entries = await entriesAbout(db, hashes);
  return hashes.map((person) => stateOf(entries, person));
}

/** A stop of a number that the person has given with this address counts too. */
export async function findStateByEmail(db: Db, email: string): Promise<PermissionState> {
  const phones = [undefined, ...(await listPhonesOf(db, email))];
  const people = phones.map((phone) => ({ email, phone }));
  const entries = await entriesAbout(db, people);
  const states = people.map((person) => stateOf(entries, person));
  const stopped = new Set(states.flatMap(stoppedChannels));
  const [own] = states;
  return Object.fromEntries(
    CHANNELS.map((channel) => [channel, stopped.has(channel) ? "revoked" : own?.[channel]]),
  ) as PermissionState;
}

export async function listStopped(
  database: Database,
  people: readonly Person[],
  db: Db = database.read,
): Promise<Channel[][]> {
  if (people.length === 0 || !(await hasStops(db))) return people.map(() => []);
  const keys = await personKeys(database);
  const hashes = people.map(keys.of);
  const stopped = await hashesWithStops(db, hashes);
  const concerned = hashes.filter(({ email, phone }) => isIn(stopped, email) || isIn(stopped, phone));
  if (concerned.length === 0) return people.map(() => []);
  const entries = await entriesAbout(db, concerned);
  return hashes.map((person) => (concerned.includes(person) ? stoppedChannels(stateOf(entries, person)) : []));
}

/** When the person last asked not to be called. */
export async function findCallStop(
  database: Database,
  person: Person,
  db: Db = database.read,
): Promise<string | undefined> {
  const entries = await entriesAbout(db, [(await personKeys(database)).of(person)]);
  return entries.findLast(({ channel, action }) => channel === "call" && action === "revoked")?.at;
}

export async function findLatestEntry(db: Db): Promise<number> {
  const row = await db.selectFrom("permissions").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** Also those of these records, which may name a person otherwise. */
export async function listLedgerEntries(db: Db, { email, phone }: Hashes, recordIds: readonly string[] = []) {
  const named = await Promise.all([
    email ? entriesWithWords(db, { email }) : [],
    phone ? entriesWithWords(db, { phone }) : [],
    recordIds.length > 0 ? entriesWithWords(db, { recordIds }) : [],
  ]);
  const byId = new Map(named.flat().map((row) => [row.id, row]));
  return [...byId.values()].sort((one, other) => other.id - one.id);
}

/** Of an address, a number or records. */
const entriesWithWords = keptRead((db: Db, of: Partial<Hashes> & { recordIds?: readonly string[] }) => {
  const entries = db
    .selectFrom("permissions")
    .innerJoin("permission_words", "permission_words.id", "permissions.words_id")
    .leftJoin("permission_details", "permission_details.record_id", "permissions.record_id")
    .selectAll("permissions")
    .select(["version", "words", "permission_details.email", "permission_details.phone", "permission_details.address"]);
  if (of.email) return entries.where("email_hash", "=", of.email);
  if (of.phone) return entries.where("phone_hash", "=", of.phone);
  return entries.where("permissions.record_id", "in", of.recordIds ?? []);
});

export async function listPhonesOf(db: Db, emailHash: string): Promise<string[]> {
  const rows = await db
    .selectFrom("permissions")
    .select("phone_hash")
    .distinct()
    .where("email_hash", "=", emailHash)
    .where("phone_hash", "is not", null)
    .execute();
  return rows.flatMap(({ phone_hash }) => phone_hash ?? []);
}

// A literal, not a parameter: SQLite uses a partial index only if the query text contains its condition.
const IS_STOP = sql<boolean>`action = 'revoked'`;

async function hasStops(db: Db): Promise<boolean> {
  return (await firstStop(db, {})).length > 0;
}

const firstStop = keptRead((db: Db) => db.selectFrom("permissions").select("id").where(IS_STOP).limit(1));

async function hashesWithStops(db: Db, people: readonly Hashes[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const some of chunksOf(people, CHUNK_HASHES))
    for (const [column, hashes] of columnsOf(some)) {
      const rows = await db
        .selectFrom("permissions")
        .select(`${column} as hash`)
        .where(IS_STOP)
        .where(column, "in", hashes)
        .execute();
      for (const { hash } of rows) if (hash) found.add(hash);
    }
  return found;
}

async function entriesAbout(db: Db, people: readonly Hashes[]): Promise<(StateEntry & { at: string })[]> {
  const byId = new Map<number, StateEntry & { at: string }>();
  for (const some of chunksOf(people, CHUNK_HASHES))
    for (const [column, hashes] of columnsOf(some)) {
      const rows = await db
        .selectFrom("permissions")
        .select(["id", "email_hash", "phone_hash", "channel", "action", "purpose", "at"])
        .where(column, "in", hashes)
        .execute();
      for (const row of rows) byId.set(row.id, row);
    }
  return [...byId].sort(([one], [other]) => one - other).map(([, entry]) => entry);
}

function columnsOf(people: readonly Hashes[]): ["email_hash" | "phone_hash", string[]][] {
  const emails = [...new Set(people.flatMap(({ email }) => email ?? []))];
  const phones = [...new Set(people.flatMap(({ phone }) => phone ?? []))];
  const all: ["email_hash" | "phone_hash", string[]][] = [
    ["email_hash", emails],
    ["phone_hash", phones],
  ];
  return all.filter(([, hashes]) => hashes.length > 0);
}

function isIn(hashes: ReadonlySet<string>, hash: string | undefined): boolean {
  return hash !== undefined && hashes.has(hash);
}
