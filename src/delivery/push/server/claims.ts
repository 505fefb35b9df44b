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
import { findPush } from "./store.ts";
import type { PushesTable } from "./table.ts";

const TABLE = "pushes";
const COLUMN = "subscription_id";

type Others = { except: readonly string[] };

export async function isPushDue(db: Db, { except }: Others, now: Date): Promise<boolean> {
  return isAnyDueOfEach(db, TABLE, { column: COLUMN, except }, now);
}

export async function claimDuePushes(
  trx: Db,
  { except, limit }: Others & { limit: number },
  claim: Claim,
): Promise<PushesTable[]> {
  return claimDueOfEach(trx, TABLE, { column: COLUMN, except, limit }, claim);
}

export async function releasePushes(
  database: Database,
  isInFlight: (row: ClaimedRow) => boolean,
  now: Date,
): Promise<number> {
  return releaseClaims(database, TABLE, { isInFlight, now });
}

/** Returns undefined if the push was told with another, is gone, or another process has claimed it since. */
export async function findClaimed(db: Db, { id, claim }: PushesTable): Promise<PushesTable | undefined> {
  const push = await findPush(db, id);
  return push?.claim === claim && push.state === "waiting" ? push : undefined;
}

export async function recordPushAttempt(
  trx: Db,
  { push, outcome, now }: { push: PushesTable; outcome: AttemptResult; now: Date },
): Promise<void> {
  await recordAttemptResult(trx, TABLE, { row: push, outcome, now });
}
