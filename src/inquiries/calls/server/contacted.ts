// Once a person is reached, nothing of theirs waits for the first contact any more, whichever lead it belongs to.
import { writeFirstContact } from "#inquiries/kinds/server/change.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import type { Person } from "#people/leads/person.ts";
import { type FoundInquiry, listWaiting } from "#people/leads/server/inquiries/store.ts";
import { findLead, listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { findPerson, listMerged } from "#people/leads/server/people.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { KINDS } from "./every-kind.ts";

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

/**
 * Returns those for which staff still have to call. Run it before the lead is locked: changes of bookings and messages lock in
 * this order, so that none deadlock.
 */
export async function lockWaiting(trx: Db, leadIds: readonly string[]): Promise<FoundInquiry[]> {
  const waiting = await listWaiting(trx, leadIds);
  await lockNames(
    trx,
    waiting.map(({ kind, id }) => `${kind} ${id}`),
  );
  return waiting;
}

/** Marks that others have set since are kept. */
export async function markContacted(trx: Db, waiting: readonly FoundInquiry[], by: By): Promise<void> {
  for (const { kind, id } of waiting) {
    const known = await KINDS[kind].find(trx, id);
    if (known && KINDS[kind].isOpen(known)) await writeFirstContact(trx, KINDS[kind], { ...by, id, contacted: true });
  }
}
