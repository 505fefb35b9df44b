import { findUsers } from "#accounts/users/server/accounts.ts";
import { listTaken } from "#people/leads/server/claims/store.ts";
import { summarizeTaken, type Taken } from "#people/leads/speed.ts";
import type { Db } from "#platform/server/database/tables.ts";

/** Of waits that began in that time, by name. Who took one twice has taken it once; only its first outcome counts. */
export async function readTaken(db: Db, range: { from: Date; to: Date }): Promise<Taken[]> {
  const claims = await listTaken(db, range);
  const ended = claims.filter((claim) => claim.log_id !== null && claim.ended_at !== null);
  const first = new Map<string, string>();
  for (const { id, ...wait } of ended.sort((a, b) => ((a.ended_at ?? "") < (b.ended_at ?? "") ? -1 : 1)))
    if (!first.has(waitOf(wait))) first.set(waitOf(wait), id);
  const taken = new Map<string, Map<string, { waitingSince: string; triedAt: string | null }>>();
  for (const claim of claims) {
    const own = taken.get(claim.user_id) ?? new Map();
    taken.set(claim.user_id, own);
    const isFirst = first.get(waitOf(claim)) === claim.id;
    if (isFirst || !own.has(waitOf(claim)))
      own.set(waitOf(claim), { waitingSince: claim.since, triedAt: isFirst ? claim.ended_at : null });
  }
  const users = await findUsers(db, [...taken.keys()]);
  return users
    .map(({ id, name, email }) => summarizeTaken(name || email, [...(taken.get(id)?.values() ?? [])]))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function waitOf({ lead_id, since }: { lead_id: string; since: string }): string {
  return `${lead_id} ${since}`;
}
