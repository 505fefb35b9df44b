import { findUsers } from "#accounts/users/server/accounts.ts";
import { getsVisitorMail } from "#accounts/users/server/staff-notices.ts";
import type { UserRow } from "#accounts/users/server/table.ts";
import type { Claim, Wait } from "#people/leads/claim.ts";
import { listClaims, listTries } from "#people/leads/server/claims/store.ts";
import { listJoined } from "#people/leads/server/joined-leads.ts";
import type { LeadClaimsTable } from "#people/leads/server/table.ts";
import { findWaitingLeads } from "#people/leads/server/waiting/store.ts";
import type { Db } from "#platform/server/database/tables.ts";

/** Of the leads that stand for all, those that wait: since when, when staff first tried, and who has it or was on it. */
export async function readWaits(db: Db, leadIds: readonly string[], now: Date): Promise<Map<string, Wait>> {
  const waiting = leadIds.length === 0 ? new Map<string, string>() : await findWaitingLeads(db, leadIds);
  if (waiting.size === 0) return new Map();
  const joined = await listJoined(db, [...waiting.keys()]);
  const wholeOf = new Map(joined.map(({ id, joinedInto = id }) => [id, joinedInto]));
  const ids = [...waiting.keys(), ...wholeOf.keys()];
  const [first = ""] = [...waiting.values()].sort();
  const of = (leadId: string) => wholeOf.get(leadId) ?? leadId;
  const tries = await listTries(db, ids, first);
  const claims = await listClaims(db, ids);
  const users = new Map(
    (await findUsers(db, [...new Set(claims.map((claim) => claim.user_id))])).map((user) => [user.id, user]),
  );
  return new Map(
    [...waiting].map(([id, since]): [string, Wait] => {
      const triedAt = tries.find((one) => of(one.lead_id) === id && one.at >= since)?.at;
      const latest = claims.find((one) => of(one.lead_id) === id && one.since >= since);
      const claim = latest && toClaim(latest, users.get(latest.user_id), now);
      return [id, { since, ...(triedAt && { triedAt }), ...(claim && { claim }) }];
    }),
  );
}

/** A claim with an outcome is over without a trace, as is that of an account that is gone. */
function toClaim(row: LeadClaimsTable, user: UserRow | undefined, now: Date): Claim | undefined {
  if (row.log_id !== null || !user) return undefined;
  const end = row.ended_at ?? (getsVisitorMail(user) ? row.held_until : now.toISOString());
  const until = end < row.held_until ? end : row.held_until;
  return { by: { name: user.name || user.email, email: user.email }, at: row.taken_at, until };
}
