// Once a person is reached, nothing of theirs waits for the first contact any more, whichever lead it belongs to.
import { withdrawMail } from "#delivery/mail/server/store.ts";
import { writeFirstContact as contactBooking } from "#inquiries/bookings/server/admin/mark-first-contact.ts";
import { listWaitingBookings } from "#inquiries/bookings/server/meetings/store.ts";
import { writeFirstContact as contactMessage } from "#inquiries/contact/server/change-contact-message.ts";
import { listWaitingMessages } from "#inquiries/contact/server/store.ts";
import { firstContactOf, type LeadRules } from "#people/leads/inquiry.ts";
import type { Person } from "#people/leads/person.ts";
import { listWaitingCalls, writeFirstContactOfCall } from "#people/leads/server/calls.ts";
import { findLead, listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { findPerson, listMerged } from "#people/leads/server/people.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";

export type Waiting = { leadIds: readonly string[]; bookings: string[]; messages: string[] };

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
  const bookings = await listWaitingBookings(trx, leadIds);
  const messages = await listWaitingMessages(trx, leadIds);
  const calls = await listWaitingCalls(trx, leadIds);
  await lockNames(trx, [
    ...bookings.map((id) => `booking ${id}`),
    ...messages.map((id) => `contact ${id}`),
    ...calls.map(({ id }) => `call ${id}`),
  ]);
  return { leadIds, bookings, messages };
}

/** Marks that others have set since are kept. */
export async function markContacted(trx: Db, { leadIds, bookings, messages }: Waiting, by: By): Promise<void> {
  const change = { contacted: true, version: undefined, ...by };
  for (const id of bookings) await contactBooking(trx, { id, ...change });
  for (const id of messages) await contactMessage(trx, { id, ...change });
  for (const call of await listWaitingCalls(trx, leadIds)) {
    const { actorId, leadRules: rules, now } = by;
    await writeFirstContactOfCall(trx, call.id, firstContactOf(call, { at: now, by: actorId, rules }));
    await withdrawMail(trx, call.id, ["call-overdue"], now);
  }
}
