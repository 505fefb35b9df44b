import { SignInError } from "#accounts/users/sign-in-errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";

const FRESH_MS = 10 * 60 * 1000;

/** Throws fresh_proof_required unless the person has just given the password or a second factor in this session. */
export async function requireFreshProof(db: Db, { sessionId }: Caller, now: Date): Promise<void> {
  const session = await db.selectFrom("sign_ins").select("proved_at").where("id", "=", sessionId).executeTakeFirst();
  const provedAt = Date.parse(session?.proved_at ?? "");
  // A clock that went back makes no proof last longer.
  if (now.getTime() - provedAt <= FRESH_MS && provedAt <= now.getTime()) return;
  throw new SignInError("fresh_proof_required", "Please confirm that it is you.");
}

export async function recordProof(trx: Db, { sessionId }: Caller, now: Date): Promise<void> {
  await trx.updateTable("sign_ins").set({ proved_at: now.toISOString() }).where("id", "=", sessionId).execute();
}
