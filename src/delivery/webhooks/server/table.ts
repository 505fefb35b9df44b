import type { Delivery, Endpoint } from "#delivery/webhooks/admin.ts";
import type { DeliveryState, EventType } from "#delivery/webhooks/webhook.ts";
import type { QueueColumns } from "#platform/server/queue/queue.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    webhook_endpoints: WebhookEndpointsTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

export type WebhookEndpointsTable = {
  id: string;
  name: string;
  url: string;
  events: string;
  /** The secret is not hashed, because signing needs it. */
  secret: string;
  old_secret: string | null;
  old_secret_until: string | null;
  turned_off_at: string | null;
  turned_off_because: string | null;
  created_at: string;
  updated_at: string;
};

export type WebhookDeliveriesTable = QueueColumns & {
  endpoint_id: string;
  type: string;
  record_id: string | null;
  /** Every attempt sends the state at the time of the event. */
  body: string;
  state: DeliveryState;
  queued_at: string;
  status: number | null;
  response: string | null;
};

export function toEndpoint(row: WebhookEndpointsTable): Endpoint {
  return {
    _id: row.id,
    name: row.name,
    url: row.url,
    events: row.events.split(" ") as EventType[],
    isActive: row.turned_off_at === null,
    turnedOffBecause: row.turned_off_because,
    oldSecretUntil: row.old_secret_until,
    createdAt: row.created_at,
  };
}

export function toDelivery(row: WebhookDeliveriesTable, endpoint: Pick<WebhookEndpointsTable, "name">): Delivery {
  return {
    _id: row.id,
    endpointId: row.endpoint_id,
    endpointName: endpoint.name,
    type: row.type,
    recordId: row.record_id,
    state: row.state,
    queuedAt: row.queued_at,
    settledAt: row.settled_at,
    nextTryAt: row.state === "waiting" ? row.next_try_at : null,
    tries: row.tries,
    status: row.status,
    response: row.response,
    lastError: row.last_error,
  };
}
