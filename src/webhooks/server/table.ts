import type { QueueColumns } from "#platform/server/queue/queue.ts";
import type { DeliveryState } from "#webhooks/webhook.ts";

export type WebhooksTables = {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
};

export type WebhookEndpointsTable = {
  id: string;
  name: string;
  url: string;
  /** Event types with a space between them. */
  events: string;
  /** In the clear: a signature cannot be made with less. */
  secret: string;
  /** The one before, which still signs for a while. */
  old_secret: string | null;
  old_secret_until: string | null;
  turned_off_at: string | null;
  /** Where the site itself turned it off. */
  turned_off_because: string | null;
  created_at: string;
  updated_at: string;
};

/** The id is the webhook-id, the same at every try. */
export type WebhookDeliveriesTable = QueueColumns & {
  endpoint_id: string;
  type: string;
  /** The booking or contact message it is about. */
  record_id: string | null;
  /** The body as it is sent and signed: what was so when it happened, at every try. */
  body: string;
  state: DeliveryState;
  queued_at: string;
  /** Of the latest try. */
  status: number | null;
  response: string | null;
};
