// Other modules call enqueueEvent in their own transactions, so events are as durable as the change that caused them.
import type { DeliveryQuery } from "#delivery/webhooks/admin.ts";
import type { EventType } from "#delivery/webhooks/webhook.ts";
import type { PageRequest } from "#platform/pagination.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { isId, newId } from "#platform/server/ids.ts";
import { deadLetterDue, isDeadLetter, isWaiting, newInQueue } from "#platform/server/queue/queue.ts";
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from "./table.ts";

const DELIVERIES = "webhook_deliveries";
const ID_PREFIX = "msg_";
const CHUNK_DELIVERIES = 100;
const HELD = "Held back when a backup was restored: it may have been sent already";

type Event = {
  type: EventType;
  recordId: string;
  data: () => Promise<object>;
};

/** An endpoint that is added later does not get the event. */
export async function enqueueEvent(trx: Db, event: Event, now: Date): Promise<void> {
  await enqueueEvents(trx, [event], now);
}

export async function enqueueEvents(trx: Db, events: readonly Event[], now: Date): Promise<void> {
  const endpoints = await listListening(trx, {});
  const deliveries: WebhookDeliveriesTable[] = [];
  for (const { type, recordId, data } of events) {
    const listening = endpoints.filter(({ events }) => events.split(" ").includes(type));
    if (listening.length === 0) continue;
    const body = bodyOf(type, await data(), now);
    deliveries.push(...listening.map(({ id }) => newDelivery({ endpointId: id, type, recordId, body, now })));
  }
  for (const some of chunksOf(deliveries, CHUNK_DELIVERIES)) await trx.insertInto(DELIVERIES).values(some).execute();
}

const listListening = keptRead((trx: Db) =>
  trx.selectFrom("webhook_endpoints").select(["id", "events"]).where("turned_off_at", "is", null),
);

export async function enqueueTestEvent(
  trx: Db,
  endpointId: string,
  type: string,
  now: Date,
): Promise<WebhookDeliveriesTable> {
  const delivery = newDelivery({ endpointId, type, recordId: null, body: bodyOf(type, {}, now), now });
  await trx.insertInto(DELIVERIES).values(delivery).execute();
  return delivery;
}

export async function deleteDeliveriesOf(trx: Db, recordId: string): Promise<void> {
  await trx.deleteFrom(DELIVERIES).where("record_id", "=", recordId).execute();
}

export async function listDeliveriesOf(db: Db, recordId: string): Promise<WebhookDeliveriesTable[]> {
  return db
    .selectFrom(DELIVERIES)
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("queued_at")
    .orderBy("id")
    .execute();
}

export async function deadLetterDueDeliveries(trx: Db, now: Date): Promise<number> {
  return deadLetterDue(trx, DELIVERIES, HELD, now);
}

export async function deleteExpiredWebhookData(
  trx: Db,
  { settledBefore, now }: { settledBefore: Date; now: Date },
): Promise<void> {
  await trx.deleteFrom(DELIVERIES).where("settled_at", "<", settledBefore.toISOString()).execute();
  await trx
    .updateTable("webhook_endpoints")
    .set({ old_secret: null, old_secret_until: null })
    .where("old_secret_until", "<=", now.toISOString())
    .execute();
}

export async function listEndpoints(db: Db): Promise<WebhookEndpointsTable[]> {
  return db.selectFrom("webhook_endpoints").selectAll().orderBy("created_at").orderBy("id").execute();
}

export async function findEndpoint(db: Db, id: string): Promise<WebhookEndpointsTable | undefined> {
  return db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function countEndpoints(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("webhook_endpoints")
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function readFailingEndpoints(
  db: Db,
  since: Date,
): Promise<{ total: number; turnedOff: string[]; failing: string[] }> {
  const endpoints = await listEndpoints(db);
  const failed = await db
    .selectFrom(DELIVERIES)
    .select("endpoint_id")
    .distinct()
    .where((is) =>
      is.or([
        is.and([isDeadLetter, is("settled_at", ">=", since.toISOString())]),
        is.and([isWaiting, is("last_error", "is not", null)]),
      ]),
    )
    .execute();
  const failing = new Set(failed.map(({ endpoint_id }) => endpoint_id));
  return {
    total: endpoints.length,
    turnedOff: endpoints.flatMap(({ name, turned_off_because }) => (turned_off_because === null ? [] : [name])),
    failing: endpoints.flatMap(({ id, name, turned_off_at }) =>
      turned_off_at === null && failing.has(id) ? [name] : [],
    ),
  };
}

export async function insertEndpoint(trx: Db, endpoint: WebhookEndpointsTable): Promise<void> {
  await trx.insertInto("webhook_endpoints").values(endpoint).execute();
}

export async function updateEndpoint(
  trx: Db,
  id: string,
  change: Partial<Omit<WebhookEndpointsTable, "id">>,
): Promise<WebhookEndpointsTable | undefined> {
  return trx.updateTable("webhook_endpoints").set(change).where("id", "=", id).returningAll().executeTakeFirst();
}

export async function deleteEndpointRow(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom(DELIVERIES).where("endpoint_id", "=", id).execute();
  await trx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
}

export async function withdrawDeliveries(trx: Db, endpointId: string, now: Date): Promise<void> {
  await trx
    .updateTable(DELIVERIES)
    .set({ state: "withdrawn", settled_at: now.toISOString() })
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "waiting")
    .execute();
}

export async function listDeliveries(
  db: Db,
  { state, endpoint }: Pick<DeliveryQuery, "state" | "endpoint">,
  { page, limit }: PageRequest,
): Promise<{ rows: WebhookDeliveriesTable[]; total: number }> {
  let matching = db.selectFrom(DELIVERIES);
  if (state) matching = matching.where("state", "=", state);
  if (endpoint) matching = matching.where("endpoint_id", "=", endpoint);
  const { total } = await matching.select((is) => is.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy("queued_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total };
}

export async function findDelivery(db: Db, id: string): Promise<WebhookDeliveriesTable | undefined> {
  return db.selectFrom(DELIVERIES).selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns false if the delivery is in flight. */
export async function requeueDelivery(trx: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(DELIVERIES)
    .set({ state: "waiting", next_try_at: now.toISOString(), tries: 0, first_tried_at: null, settled_at: null })
    .where("id", "=", id)
    .where("claim", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export function isDeliveryId(text: string): boolean {
  return text.startsWith(ID_PREFIX) && isId(text.slice(ID_PREFIX.length));
}

function bodyOf(type: string, data: object, now: Date): string {
  return JSON.stringify({ type, timestamp: now.toISOString(), data });
}

function newDelivery({
  endpointId,
  type,
  recordId,
  body,
  now,
}: {
  endpointId: string;
  type: string;
  recordId: string | null;
  body: string;
  now: Date;
}): WebhookDeliveriesTable {
  return {
    id: ID_PREFIX + newId(),
    endpoint_id: endpointId,
    type,
    record_id: recordId,
    body,
    ...newInQueue(now),
    status: null,
    response: null,
  };
}
