import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import {
  type AttemptResult,
  type Claim,
  type ClaimedRow,
  claimDueOfEach,
  isAnyDueOfEach,
  recordAttemptResult,
  releaseClaims,
} from "#platform/server/queue/queue.ts";
import { findDelivery } from "./store.ts";
import type { WebhookDeliveriesTable } from "./table.ts";

const TABLE = "webhook_deliveries";

export async function isDeliveryDue(db: Db, except: readonly string[], now: Date): Promise<boolean> {
  return isAnyDueOfEach(db, TABLE, { column: "endpoint_id", except }, now);
}

export async function claimDueDeliveries(
  trx: Db,
  { except, limit }: { except: readonly string[]; limit: number },
  claim: Claim,
): Promise<WebhookDeliveriesTable[]> {
  return claimDueOfEach(trx, TABLE, { column: "endpoint_id", except, limit }, claim);
}

export async function releaseDeliveries(
  database: Database,
  isInFlight: (row: ClaimedRow) => boolean,
  now: Date,
): Promise<number> {
  return releaseClaims(database, TABLE, { isInFlight, now });
}

/** Returns false if the delivery was withdrawn or another process has claimed it since. */
export async function isClaimed(db: Db, { id, claim }: WebhookDeliveriesTable): Promise<boolean> {
  const delivery = await findDelivery(db, id);
  return delivery?.claim === claim && delivery.state === "waiting";
}

export type Answer = Pick<WebhookDeliveriesTable, "status" | "response">;

/** Does nothing if another process has claimed the delivery since. */
export async function recordDeliveryAttempt(
  trx: Db,
  delivery: WebhookDeliveriesTable,
  { outcome, answer, now }: { outcome: AttemptResult; answer: Answer; now: Date },
): Promise<void> {
  await recordAttemptResult(trx, TABLE, { row: delivery, outcome, details: answer, now });
}
