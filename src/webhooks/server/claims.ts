// What the worker asks of the deliveries: what is due, whose turn it is, and how a try went.
import type { Kysely } from "kysely";
import type { Database } from "#platform/server/database/database.ts";
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
import type { WebhookDeliveriesTable, WebhooksTables } from "./table.ts";

type Db = Kysely<WebhooksTables>;

const TABLE = "webhook_deliveries";

/** Whether there is anything to claim for endpoints other than these, without writing. */
export async function isDeliveryDue(db: Db, except: readonly string[], now: Date): Promise<boolean> {
  return isAnyDueOfEach(db, TABLE, { column: "endpoint_id", except }, now);
}

/** Takes one delivery that is due of each endpoint other than these. */
export async function claimDueDeliveries(
  trx: Db,
  { except, limit }: { except: readonly string[]; limit: number },
  claim: Claim,
): Promise<WebhookDeliveriesTable[]> {
  return claimDueOfEach(trx, TABLE, { column: "endpoint_id", except, limit }, claim);
}

/** Releases the claims that nobody works at any more. Returns how many those were. */
export async function releaseDeliveries(
  database: Database<WebhooksTables>,
  isInFlight: (row: ClaimedRow) => boolean,
  now: Date,
): Promise<number> {
  return releaseClaims(database, TABLE, { isInFlight, now });
}

/** Whether a claim still stands: what it is for may have been withdrawn, or taken over. */
export async function isClaimed(db: Db, { id, claim }: WebhookDeliveriesTable): Promise<boolean> {
  const delivery = await findDelivery(db, id);
  return delivery?.claim === claim && delivery.state === "waiting";
}

export type Answer = Pick<WebhookDeliveriesTable, "status" | "response">;

/** Records how a try went and what was answered, unless another process has taken it over meanwhile. */
export async function recordDeliveryAttempt(
  trx: Db,
  delivery: WebhookDeliveriesTable,
  { outcome, answer, now }: { outcome: AttemptResult; answer: Answer; now: Date },
): Promise<void> {
  await recordAttemptResult(trx, TABLE, { row: delivery, outcome, details: answer, now });
}
