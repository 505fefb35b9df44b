import type { AskedCall } from "#people/permissions/permission.ts";
import { findCallStop } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";
import { findCallsOfLeads } from "./calls.ts";
import { listLog } from "./log.ts";

type Stopped = { email?: string | undefined; phone?: string | undefined };

/** Of a person who has stopped calls: what they asked for since. Staff may answer it until they have logged a call. */
export async function findAskedCall(
  database: Database,
  { email, phone }: Stopped,
  leadIds: readonly string[],
): Promise<AskedCall | undefined> {
  const db = database.read;
  const calls = await findCallsOfLeads(db, leadIds);
  const askedAt = calls.findLast(({ origin, firstContact }) => origin === "call-back" && !firstContact)?.createdAt;
  const stoppedAt = askedAt && (await findCallStop(database, { email, phone }));
  if (!stoppedAt || stoppedAt > askedAt) return undefined;
  const isCalled = (await listLog(db, leadIds)).some(
    ({ channel, outcome, at }) => channel === "call" && outcome !== "note" && at >= askedAt,
  );
  return isCalled ? undefined : { stoppedAt, askedAt };
}
