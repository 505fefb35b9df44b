// Who is rung about a lead that waits: the front door for whatever rings.
import { findStaff, whoSees } from "#accounts/users/server/staff-notices.ts";
import type { UserRow } from "#accounts/users/server/table.ts";
import type { Mailbox } from "#delivery/mail/mail.ts";
import { onDuty } from "#inquiries/roster/roster.ts";
import type { BusinessCalendar } from "#people/leads/business-time.ts";
import { listClaims } from "#people/leads/server/claims/store.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import { findWaitingLeads } from "#people/leads/server/waiting/store.ts";
import { wallClock } from "#platform/dates.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { listOff, readStoredRoster } from "./store.ts";

type Moment = { calendar: BusinessCalendar; now: Date };

export type Rung = Pick<UserRow, "id" | "name" | "email">;

/**
 * Who is rung now, the next first; empty if nobody is on duty. About a lead, without those who were on it in this wait and had
 * no outcome.
 */
export async function listRung(db: Db, { calendar, now, leadId }: Moment & { leadId?: string }): Promise<Rung[]> {
  const { shifts, ownerId } = await readStoredRoster(db);
  const staff = await findStaff(db);
  const owner = staff.find(({ id }) => id === ownerId) ?? staff[0];
  if (!owner) return [];
  const without = new Set([
    ...(await listOff(db, wallClock(now, calendar.timeZone).day)),
    ...(leadId === undefined ? [] : await listWereOn(db, leadId)),
  ]);
  const ids = onDuty({ shifts, ownerId: owner.id }, calendar, now).filter((id) => !without.has(id));
  const rung = ids.flatMap((id) => staff.find((account) => account.id === id) ?? []);
  return whoSees(db, rung, leadId);
}

/** Who gets what must reach one of us: who is rung next, else the owner. */
export async function findNextMailbox(db: Db, moment: Moment & { leadId?: string }): Promise<Mailbox | undefined> {
  const [next] = await listRung(db, moment);
  const { ownerId } = await readStoredRoster(db);
  const staff = next ? [next] : await whoSees(db, await findStaff(db), moment.leadId);
  const account = staff.find(({ id }) => id === ownerId) ?? staff[0];
  return account && { name: account.name, address: account.email };
}

async function listWereOn(db: Db, leadId: string): Promise<string[]> {
  const ids = await joinedIds(db, [leadId]);
  const [since] = (await findWaitingLeads(db, ids)).values();
  const claims = since === undefined ? [] : await listClaims(db, ids);
  return claims.flatMap((claim) =>
    claim.taken_at >= (since ?? "") && claim.ended_at !== null && claim.log_id === null ? [claim.user_id] : [],
  );
}
