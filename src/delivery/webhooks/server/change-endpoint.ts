import { recordRemovals } from "#delivery/removals/server/record.ts";
import type { EndpointChange, NewEndpoint } from "#delivery/webhooks/admin.ts";
import { EVENT_TYPES, MAX_ENDPOINTS, OLD_SECRET_HOURS, TEST_EVENT } from "#delivery/webhooks/webhook.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { refusalOf } from "#platform/server/outbound-http.ts";
import { newSecret } from "./signature.ts";
import {
  countEndpoints,
  deleteEndpointRow,
  enqueueTestEvent,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  requeueDelivery,
  updateEndpoint,
  withdrawDeliveries,
} from "./store.ts";
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from "./table.ts";

type Change = { id: string /** E-mail of the admin. */; actor: string; now: Date };

const HOUR_MS = 60 * 60_000;
const TOO_MANY = `There are ${MAX_ENDPOINTS} endpoints, which is the limit. Please delete one first.`;

/** Throws invalid_input for a URL that must not be called. */
export async function addEndpoint(
  database: Database,
  { form, allowPrivate, actor, now }: Omit<Change, "id"> & { form: NewEndpoint; allowPrivate: boolean },
): Promise<WebhookEndpointsTable> {
  requireCallable(form.url, allowPrivate);
  const at = now.toISOString();
  const endpoint: WebhookEndpointsTable = {
    id: newId(),
    ...columnsOf(form),
    secret: newSecret(),
    old_secret: null,
    old_secret_until: null,
    turned_off_at: null,
    turned_off_because: null,
    created_at: at,
    updated_at: at,
  };
  await database.transaction(async (trx) => {
    await lockNames(trx, ["webhook endpoints"]);
    if ((await countEndpoints(trx)) >= MAX_ENDPOINTS) throw new AppError("invalid_input", TOO_MANY);
    await insertEndpoint(trx, endpoint);
    await writeAuditLogEntry(trx, { ...lineOf({ id: endpoint.id, actor, now }), action: "created", to: endpoint.name });
  });
  return endpoint;
}

/** Turning an endpoint off withdraws its waiting deliveries. Throws not_found, invalid_input. */
export async function changeEndpoint(
  database: Database,
  request: Change & { change: EndpointChange; allowPrivate: boolean },
): Promise<WebhookEndpointsTable> {
  const { id, change, allowPrivate, now } = request;
  requireCallable(change.url, allowPrivate);
  return database.transaction(async (trx) => {
    const before = await requireEndpoint(trx, id);
    const wasActive = before.turned_off_at === null;
    const columns = columnsOf(change);
    const changed = [
      ...(["name", "url", "events"] as const).filter((name) => before[name] !== columns[name]),
      ...(wasActive === change.isActive ? [] : [change.isActive ? "on" : "off"]),
    ];
    if (changed.length === 0) return before;
    if (wasActive && !change.isActive) {
      await withdrawDeliveries(trx, id, now);
      await recordRemovals(trx, [{ kind: "webhook-off", subject: id }], now);
    }
    // The URL is left out, because for many services it contains a secret.
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "changed", to: changed.join(", ") });
    return found(
      await updateEndpoint(trx, id, {
        ...columns,
        turned_off_at: change.isActive ? null : (before.turned_off_at ?? now.toISOString()),
        turned_off_because: change.isActive ? null : before.turned_off_because,
        updated_at: now.toISOString(),
      }),
    );
  });
}

/** The previous secret also signs for OLD_SECRET_HOURS. Throws not_found. */
export async function renewSecret(database: Database, request: Change): Promise<WebhookEndpointsTable> {
  const { id, now } = request;
  const secret = newSecret();
  return database.transaction(async (trx) => {
    const before = await requireEndpoint(trx, id);
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "secret" });
    return found(
      await updateEndpoint(trx, id, {
        secret,
        old_secret: before.secret,
        old_secret_until: new Date(now.getTime() + OLD_SECRET_HOURS * HOUR_MS).toISOString(),
        updated_at: now.toISOString(),
      }),
    );
  });
}

/** The log of its deliveries is deleted too. Throws not_found. */
export async function deleteEndpoint(database: Database, request: Change): Promise<void> {
  await database.transaction(async (trx) => {
    await requireEndpoint(trx, request.id);
    await deleteEndpointRow(trx, request.id);
    await recordRemovals(trx, [{ kind: "webhook", subject: request.id }], request.now);
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "deleted" });
  });
}

export type EnqueuedDelivery = { delivery: WebhookDeliveriesTable; endpoint: WebhookEndpointsTable };

/** Throws not_found, invalid_input if the endpoint is off. */
export async function testEndpoint(database: Database, { id, actor, now }: Change): Promise<EnqueuedDelivery> {
  return database.transaction(async (trx) => {
    const endpoint = requireOn(await requireEndpoint(trx, id));
    await writeAuditLogEntry(trx, { ...lineOf({ id, actor, now }), action: "sent", to: "a test event" });
    return { endpoint, delivery: await enqueueTestEvent(trx, id, TEST_EVENT, now) };
  });
}

/** Keeps the id. Throws not_found, invalid_input if the endpoint is off. */
export async function replayDelivery(database: Database, { id, actor, now }: Change): Promise<EnqueuedDelivery> {
  return database.transaction(async (trx) => {
    const delivery = await findDelivery(trx, id);
    if (!delivery) throw new AppError("not_found", "Delivery not found");
    const endpoint = requireOn(await requireEndpoint(trx, delivery.endpoint_id));
    if (!(await requeueDelivery(trx, id, now)))
      throw new AppError("changed_meanwhile", "It is being sent at this moment.");
    await writeAuditLogEntry(trx, { ...lineOf({ id: endpoint.id, actor, now }), action: "replayed", to: id });
    return { endpoint, delivery: (await findDelivery(trx, id)) ?? delivery };
  });
}

async function requireEndpoint(trx: Db, id: string): Promise<WebhookEndpointsTable> {
  await lockNames(trx, [`webhook ${id}`]);
  return found(await findEndpoint(trx, id));
}

function found(endpoint: WebhookEndpointsTable | undefined): WebhookEndpointsTable {
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

export function endpointNotFound(): AppError {
  return new AppError("not_found", "Endpoint not found");
}

function requireOn(endpoint: WebhookEndpointsTable): WebhookEndpointsTable {
  if (endpoint.turned_off_at !== null) throw new AppError("invalid_input", "This endpoint is off. Turn it on first.");
  return endpoint;
}

function requireCallable(url: string, allowPrivate: boolean): void {
  const refusal = refusalOf(new URL(url), allowPrivate);
  if (refusal) throw new AppError("invalid_input", refusal, { fields: { url: refusal } });
}

function columnsOf({ name, url, events }: NewEndpoint) {
  // The order is fixed and has no duplicates, so that equal choices are equal texts.
  return { name, url, events: EVENT_TYPES.filter((type) => events.includes(type)).join(" ") };
}

function lineOf({ id, actor, now }: Change) {
  return { subject: { kind: "webhook", id }, actor, now };
}
