// Finds known people by e-mail address or phone number.
import type { Caller, CallerQuery, Callers } from "#inquiries/calls/call.ts";
import { isCompletePhone } from "#inquiries/calls/call.ts";
import type { Person } from "#people/leads/person.ts";
import { findLeads, listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { planAfter } from "#people/leads/server/log.ts";
import { isColleagues } from "#people/leads/server/own-leads/store.ts";
import { findPeople, findPersonByEmail, listMerged, listPeopleByPhone } from "#people/leads/server/people.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";

/** Family members share a number; more people than this are a company's switchboard. */
const MAX_CALLERS = 5;
const MAX_LEADS = 5;

export async function findCallers(
  database: Database,
  { phone = "", email = "" }: CallerQuery,
  now: Date,
): Promise<Omit<Callers, "success">> {
  const db = database.read;
  const given = { email: email || undefined, phone: isCompletePhone(phone) ? phone : undefined };
  const same = given.email ? await findRoot(db, given.email) : undefined;
  const byPhone = given.phone ? await listPeopleByPhone(db, [given.phone], MAX_CALLERS) : [];
  const people = [...(same ? [same] : []), ...byPhone.filter(({ id }) => id !== same?.id)].slice(0, MAX_CALLERS);
  const stopped = await listStopped(database, [given, ...people]);
  const callers: Caller[] = [];
  for (const [index, person] of people.entries()) {
    const channels = stopped[index + 1] ?? [];
    callers.push({
      _id: person.id,
      name: person.name,
      ...(person.email && { email: person.email }),
      ...(person.phone && { phone: person.phone }),
      isSameEmail: person.id === same?.id,
      ...(channels.length > 0 && { stopped: channels }),
      leads: await openLeadsOf(db, person),
    });
  }
  const plan = planAfter({ unanswered: 0, state: undefined, now });
  const isOther = await isColleagues(database, given);
  return {
    callers,
    plan,
    ...(isOther && { belongsToColleague: true }),
    ...(stopped[0]?.length && { stopped: stopped[0] }),
  };
}

async function findRoot(db: Db, email: string): Promise<Person | undefined> {
  const person = await findPersonByEmail(db, email);
  if (!person || person.rootId === person.id) return person;
  const [root] = await findPeople(db, [person.rootId]);
  return root;
}

async function openLeadsOf(db: Db, { rootId }: Person): Promise<Caller["leads"]> {
  const merged = await listMerged(db, rootId);
  const own = await listLeadsOfPeople(
    db,
    merged.map(({ id }) => id),
  );
  const leads = await findLeads(
    db,
    own.map(({ id }) => id),
  );
  return [...new Map([...leads.values()].map((lead) => [lead.id, lead])).values()]
    .filter(({ isOpen }) => isOpen)
    .slice(0, MAX_LEADS)
    .map(({ id, property, stage }) => ({ _id: id, property, stage }));
}
