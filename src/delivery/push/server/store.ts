// Other modules call enqueuePushes in their own transactions, so a push is as durable as the change that caused it.
import { currentFacts } from "#company/facts/facts.ts";
import { isQuiet, MAX_DEVICES, type PushKind } from "#delivery/push/push.ts";
import { wallClock, weekdayOf } from "#platform/dates.ts";
import { announceChange } from "#platform/server/changes/unlogged-changes.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hasRowLocks, lockNames } from "#platform/server/database/locks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { isWaiting, newInQueue } from "#platform/server/queue/queue.ts";
import { type PushesTable, type PushSubscriptionsTable, settingsOf, TEST } from "./table.ts";

export type NewPush = {
  kind: PushKind;
  /** "" if it is about none, or about several. */
  leadId: string;
  /** Tells it from others of the kind about the lead: the same one rings once. */
  detail: string;
};

const CHUNK_ROWS = 40;
const RECENT = 5;

/** For all devices that want the kind and are not quiet now; the worker asks who is to be rung. Returns these devices. */
export async function enqueuePushes(
  trx: Db,
  pushes: readonly NewPush[],
  now: Date,
): Promise<readonly PushSubscriptionsTable[]> {
  if (pushes.length === 0) return [];
  const { day, minutes } = wallClock(now, currentFacts().timeZone);
  const awake = (await lockLive(trx, {})).filter((device) => !isQuiet(settingsOf(device), weekdayOf(day), minutes));
  const rung = new Set<PushSubscriptionsTable>();
  const rows = pushes.flatMap((push) => {
    const devices = awake.filter((device) => settingsOf(device).kinds.includes(push.kind));
    for (const device of devices) rung.add(device);
    return devices.map((device) => newRow(device, push, now));
  });
  for (const some of chunksOf(rows, CHUNK_ROWS)) await insertPushes(trx, some);
  return [...rung];
}

const liveOf = (db: Db) => db.selectFrom("push_subscriptions").selectAll().where("is_stale", "=", 0);
const listLive = keptRead(liveOf);
/** A device that goes at the same time would make the whole transaction fail, such as that of a visitor who books. */
const lockLive = keptRead((trx: Db) => (hasRowLocks(trx) ? liveOf(trx).forKeyShare() : liveOf(trx)));

export async function isAnyRungFor(db: Db, kind: PushKind): Promise<boolean> {
  return (await listLive(db, {})).some((device) => settingsOf(device).kinds.includes(kind));
}

export async function enqueueTest(trx: Db, device: PushSubscriptionsTable, now: Date): Promise<void> {
  await insertPushes(trx, [newRow(device, { kind: TEST, leadId: "", detail: newId() }, now)]);
}

function newRow(
  device: PushSubscriptionsTable,
  push: NewPush | (Omit<NewPush, "kind"> & { kind: typeof TEST }),
  now: Date,
): PushesTable {
  return {
    id: newId(),
    subscription_id: device.id,
    user_id: device.user_id,
    kind: push.kind,
    lead_id: push.leadId,
    detail: push.detail,
    tag: null,
    ...newInQueue(now),
    shown_at: null,
    opened_at: null,
    used_at: null,
  };
}

async function insertPushes(trx: Db, rows: readonly PushesTable[]): Promise<void> {
  const insert = trx.insertInto("pushes").values(rows);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

export async function markStale(database: Database, publicKey: string): Promise<void> {
  const other = (db: Db) =>
    db.selectFrom("push_subscriptions").select("id").where("is_stale", "=", 0).where("public_key", "<>", publicKey);
  if (!(await other(database.read).limit(1).executeTakeFirst())) return;
  await database.transaction((trx) =>
    trx.updateTable("push_subscriptions").set({ is_stale: 1 }).where("public_key", "<>", publicKey).execute(),
  );
}

export async function listDevices(db: Db, userId: string): Promise<PushSubscriptionsTable[]> {
  return db
    .selectFrom("push_subscriptions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function listRecent(db: Db, deviceId: string): Promise<PushesTable[]> {
  return db
    .selectFrom("pushes")
    .selectAll()
    .where("subscription_id", "=", deviceId)
    .where("state", "<>", "withdrawn")
    .orderBy("queued_at", "desc")
    .orderBy("id")
    .limit(RECENT)
    .execute();
}

export async function findDevice(db: Db, id: string): Promise<PushSubscriptionsTable | undefined> {
  return db.selectFrom("push_subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Of the same browser: by its address, or by its session, in which it has had another. */
export async function listSameBrowser(
  trx: Db,
  { endpoint, sessionId }: { endpoint: string; sessionId: string },
): Promise<PushSubscriptionsTable[]> {
  return trx
    .selectFrom("push_subscriptions")
    .selectAll()
    .where((is) => is.or([is("endpoint", "=", endpoint), is("session_id", "=", sessionId)]))
    .execute();
}

export async function insertDevice(trx: Db, device: PushSubscriptionsTable): Promise<void> {
  await trx.insertInto("push_subscriptions").values(device).execute();
}

export async function updateDevice(trx: Db, { id, ...device }: PushSubscriptionsTable): Promise<void> {
  await trx.updateTable("push_subscriptions").set(device).where("id", "=", id).execute();
}

/** With what waits for it. */
export async function deleteDevice(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom("push_subscriptions").where("id", "=", id).execute();
}

/** The oldest go. */
export async function keepFewDevices(trx: Db, userId: string): Promise<void> {
  for (const { id } of (await listDevices(trx, userId)).slice(0, -MAX_DEVICES)) await deleteDevice(trx, id);
}

export async function findPush(db: Db, id: string): Promise<PushesTable | undefined> {
  return db.selectFrom("pushes").selectAll().where("id", "=", id).executeTakeFirst();
}

/** With those that the message of this one has replaced or gathered. */
export async function markShown(trx: Db, { id, subscription_id, tag }: PushesTable, now: Date): Promise<void> {
  await trx
    .updateTable("pushes")
    .set({ shown_at: now.toISOString() })
    .where("subscription_id", "=", subscription_id)
    .where("tag", "=", tag)
    .where("state", "=", "sent")
    .where("shown_at", "is", null)
    .execute();
  await announceChange(trx, { kind: "pushes", id }, now);
}

/** Of two at once one is the first. */
export async function isFirstUse(trx: Db, { id }: PushesTable, now: Date): Promise<boolean> {
  const used = trx.updateTable("pushes").set({ used_at: now.toISOString() }).where("id", "=", id);
  const { numUpdatedRows } = await used.where("used_at", "is", null).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The account was rung about the lead, and has seen it. */
export async function markOpened(
  database: Database,
  { leadIds, userId, now }: { leadIds: readonly string[]; userId: string; now: Date },
): Promise<void> {
  const rung = (await listRungAbout(database.read, { leadIds, userId })).filter(({ opened_at }) => opened_at === null);
  if (rung.length === 0) return;
  const ids = rung.map(({ id }) => id);
  await database.transaction((trx) =>
    trx.updateTable("pushes").set({ opened_at: now.toISOString() }).where("id", "in", ids).execute(),
  );
}

export const listRungAbout = keptRead((db: Db, { leadIds, userId }: { leadIds: readonly string[]; userId: string }) =>
  db
    .selectFrom("pushes")
    .select(["id", "queued_at", "opened_at"])
    .where("lead_id", "in", leadIds)
    .where("user_id", "=", userId),
);

export async function deletePushesOf(trx: Db, leadId: string): Promise<void> {
  await trx.deleteFrom("pushes").where("lead_id", "=", leadId).execute();
}

export async function deleteOldPushes(trx: Db, before: Date): Promise<void> {
  await trx.deleteFrom("pushes").where("queued_at", "<", before.toISOString()).execute();
}

/** Of all devices since then: how many were handed over, and how many were not, with what was said last. */
export async function countAttempts(
  db: Db,
  since: Date,
): Promise<{ handedOver: number; lost: number; lastError: string | null }> {
  const rows = await db
    .selectFrom("pushes")
    .select(["state", "last_error"])
    .where("queued_at", ">=", since.toISOString())
    .where("state", "<>", "withdrawn")
    .orderBy("queued_at", "desc")
    .execute();
  const lost = rows.filter(({ state, last_error }) => last_error !== null && state !== "sent");
  return {
    handedOver: rows.filter(({ state }) => state === "sent").length,
    lost: lost.length,
    lastError: lost[0]?.last_error ?? null,
  };
}

export async function expireWaiting(trx: Db, queuedBefore: Date, now: Date): Promise<void> {
  await trx
    .updateTable("pushes")
    .set({ state: "expired", settled_at: now.toISOString() })
    .where(isWaiting)
    .where("claim", "is", null)
    .where("queued_at", "<=", queuedBefore.toISOString())
    .execute();
}

/** What one message tells: this one, what waits beside it, and what the message that it replaces has told. */
export async function gather(
  trx: Db,
  push: PushesTable,
  { windowMs, limit, now }: { windowMs: number; limit: number; now: Date },
): Promise<PushesTable[]> {
  // Another process may be about to ring the same device.
  await lockNames(trx, [`push to ${push.subscription_id}`]);
  const since = new Date(now.getTime() - windowMs).toISOString();
  const others = await trx
    .selectFrom("pushes")
    .selectAll()
    .where("subscription_id", "=", push.subscription_id)
    .where("kind", "<>", TEST)
    .where("id", "<>", push.id)
    .where((is) =>
      is.or([
        is.and([is("state", "=", "sent"), is("settled_at", ">", new Date(now.getTime() - 2 * windowMs).toISOString())]),
        is.and([isWaiting, is("next_try_at", "<=", now.toISOString())]),
      ]),
    )
    .orderBy("queued_at", "desc")
    .limit(limit)
    .execute();
  const beside = others.filter(({ state, claim }) => state === "waiting" && claim === null);
  const told = others.filter((one) => one.tag !== null && !beside.includes(one));
  const tag = push.tag ?? openTag(told, since) ?? (push.lead_id || push.kind);
  const news = [push, ...beside].map((one) => ({ ...one, tag }));
  const ids = news.map(({ id }) => id);
  await trx.updateTable("pushes").set({ tag }).where("id", "in", ids).execute();
  const replaced = told.filter((one) => one.tag === tag && !isOver(one, since));
  return [...news, ...replaced].sort((a, b) => (a.queued_at < b.queued_at ? -1 : 1));
}

/** Of the message whose first was handed over since then, or is in flight. */
function openTag(told: readonly PushesTable[], since: string): string | undefined {
  const tags = Map.groupBy(told, ({ tag }) => tag ?? "");
  return [...tags].find(([, rows]) => !rows.some((one) => isOver(one, since)))?.[0];
}

function isOver({ settled_at }: PushesTable, since: string): boolean {
  return settled_at !== null && settled_at <= since;
}

export async function settleTold(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("pushes")
    .set({ state: "sent", settled_at: now.toISOString() })
    .where("id", "in", ids)
    .where("claim", "is", null)
    .where(isWaiting)
    .execute();
}
