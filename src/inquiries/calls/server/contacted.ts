// Once a person is reached, nothing of theirs waits for the first contact any more, whichever lead it belongs to.
import { withdrawMail } from "#delivery/mail/server/store.ts";
import { UPCOMING_STATUSES } from "#inquiries/bookings/booking.ts";
import { writeFirstContact as contactBooking } from "#inquiries/bookings/server/admin/mark-first-contact.ts";
import { UNRESOLVED_STATUSES } from "#inquiries/contact/contact.ts";
import { writeFirstContact as contactMessage } from "#inquiries/contact/server/change-contact-message.ts";
import { firstContactOf, type LeadRules } from "#people/leads/inquiry.ts";
import type { Person } from "#people/leads/person.ts";
import { findCalls, writeFirstContactOfCall } from "#people/leads/server/calls.ts";
import { type FoundInquiry, listWaiting } from "#people/leads/server/inquiries/store.ts";
import { type InquiryKind, NONE } from "#people/leads/server/inquiries/table.ts";
import { findLead, listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { findPerson, listMerged } from "#people/leads/server/people.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";

export type Waiting = { leadIds: readonly string[]; inquiries: readonly FoundInquiry[] };

/** With another status nobody is expected to call. */
const STATUSES_TO_CALL: Record<InquiryKind, readonly string[]> = {
  booking: UPCOMING_STATUSES,
  contact: UNRESOLVED_STATUSES,
  call: [NONE],
};

export type By = {
  actor: string;
  actorId: string;
  leadRules: LeadRules;
  now: Date;
};

/** Ids of all leads of these people and of everyone merged with them. */
export async function leadIdsOf(trx: Db, people: readonly (Person | undefined)[]): Promise<string[]> {
  const ids: string[] = [];
  for (const person of people) for (const { id } of person ? await listMerged(trx, person.rootId) : []) ids.push(id);
  return (await listLeadsOfPeople(trx, ids)).map(({ id }) => id);
}

/** Ids of all leads of the person whose lead this is. */
export async function leadIdsBeside(trx: Db, leadId: string): Promise<string[]> {
  const lead = await findLead(trx, leadId);
  return leadIdsOf(trx, lead ? [await findPerson(trx, lead.personId)] : []);
}

/** Call it before the lead is locked: changes of bookings and messages lock in this order, so that none deadlock. */
export async function lockWaiting(trx: Db, leadIds: readonly string[]): Promise<Waiting> {
  const inquiries = await listToCall(trx, leadIds);
  await lockNames(
    trx,
    inquiries.map(({ kind, id }) => `${kind} ${id}`),
  );
  return { leadIds, inquiries };
}

/** Marks that others have set since are kept. */
export async function markContacted(trx: Db, { leadIds, inquiries }: Waiting, by: By): Promise<void> {
  const change = { contacted: true, version: undefined, ...by };
  for (const { kind, id } of inquiries) {
    if (kind === "booking") await contactBooking(trx, { id, ...change });
    if (kind === "contact") await contactMessage(trx, { id, ...change });
  }
  const calls = (await listToCall(trx, leadIds)).filter(({ kind }) => kind === "call");
  for (const call of await findCalls(
    trx,
    calls.map(({ id }) => id),
  )) {
    const { actorId, leadRules: rules, now } = by;
    await writeFirstContactOfCall(trx, call.id, firstContactOf(call, { at: now, by: actorId, rules }));
    await withdrawMail(trx, call.id, ["call-overdue"], now);
  }
}

async function listToCall(trx: Db, leadIds: readonly string[]): Promise<FoundInquiry[]> {
  return (await listWaiting(trx, leadIds)).filter(({ kind, status }) => STATUSES_TO_CALL[kind].includes(status));
}
