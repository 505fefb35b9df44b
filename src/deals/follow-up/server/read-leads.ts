import { findUsers } from "#accounts/users/server/accounts.ts";
import type { AdminLead, Joined } from "#deals/follow-up/admin.ts";
import { leadSchema } from "#deals/follow-up/admin.ts";
import type { Unproved } from "#people/leads/call.ts";
import { isAsleep, type Lead, NO_DAY } from "#people/leads/lead.ts";
import type { Person } from "#people/leads/person.ts";
import { findAskedCall, isOnlyAdded, listOnlyAdded } from "#people/leads/server/calls.ts";
import { type Families, familyOf, findFamilies } from "#people/leads/server/leads.ts";
import { listNextSteps } from "#people/leads/server/next-steps.ts";
import { findPeople } from "#people/leads/server/people.ts";
import type { AskedCall } from "#people/permissions/permission.ts";
import { findConsents } from "#people/permissions/server/consents.ts";
import { listStates, listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { leadNotFound } from "./change-lead.ts";

type View = { database: Database; db: Db };

/** Keeps the order of the ids, leaves out deleted leads, and shows joined ones as one. */
export async function readLeads(
  { database, db }: View,
  ids: readonly string[],
  today: string,
  families?: Families,
): Promise<AdminLead[]> {
  if (ids.length === 0) return [];
  const { wholes: leads, joined, seen } = families ?? (await findFamilies(db, { ids }));
  const [byPerson, { steps, accounts }] = await together([
    readPeople({ database, db }, [...leads.values(), ...joined]),
    readSteps(db, [...leads.keys()]),
  ]);
  const stops = new Map<string, { asked: AskedCall | undefined; isShut: boolean }>();
  for (const { id, personId } of leads.values()) {
    const known = byPerson.get(personId);
    if (!known || known.stopped.length === 0) continue;
    const own = familyOf(id, { joined });
    const asked = known.stopped.includes("call") ? await findAskedCall(database, known.person, own, db) : undefined;
    stops.set(id, { asked, isShut: await isOnlyAdded(db, known.person.rootId) });
  }
  const unproved = await listUnproved(
    { database, db },
    [...leads.values(), ...joined],
    (id) => byPerson.get(id)?.person,
  );
  const wholes = new Set([...seen(ids).values()].map(({ id }) => id));
  return [...wholes].flatMap((id) => {
    const lead = leads.get(id);
    const known = lead && byPerson.get(lead.personId);
    if (!known) return [];
    const { person, stopped: channels } = known;
    const step = steps.get(id);
    const account = step?.assigneeId ? accounts.get(step.assigneeId) : undefined;
    // Parsing removes other fields here, because no schema serialises the body of an error.
    const others = joined.filter(({ joinedInto }) => joinedInto === id);
    return leadSchema.parse({
      ...lead,
      ...(others.length > 0 && { joined: others.map((one) => toJoined(one, byPerson.get(one.personId)?.person)) }),
      ...(unproved.has(id) && { unproved: unproved.get(id) }),
      ...(isAsleep(lead, today) && { asleep: { until: dayOf(lead.asleepUntil), since: lead.touchedAt } }),
      _id: id,
      person: {
        ...person,
        _id: person.rootId,
        ...(channels.length > 0 && { stopped: channels, ...stops.get(id) }),
      },
      ...(step && {
        nextStep: {
          ...step,
          ...(step.assigneeId && {
            assignee: {
              _id: step.assigneeId,
              email: account?.email,
              isActive: account?.role === "admin" && account.deactivated_at === null,
            },
          }),
        },
      }),
    });
  });
}

/** Who has agreed to anything in person is known to have, however this lead came. */
async function listUnproved(
  { database, db }: View,
  leads: readonly Pick<Lead, "id" | "personId">[],
  personOf: (id: string) => Person | undefined,
): Promise<Map<string, Unproved[]>> {
  const added = await listOnlyAdded(
    db,
    leads.map(({ id }) => id),
  );
  if (added.length === 0) return new Map();
  const statements = await findConsents(
    db,
    added.flatMap(({ callIds }) => callIds),
  );
  const personIds = new Map(leads.map(({ id, personId }) => [id, personId]));
  const states = await listStates(
    database,
    added.map(({ leadId }) => personOf(personIds.get(leadId) ?? "") ?? {}),
    db,
  );
  const unproved = added.map(({ leadId, callIds, isByForm }, index): [string, Unproved[]] => {
    const isAgreed = Object.values(states[index] ?? {}).includes("given") || callIds.some((id) => statements.has(id));
    return [leadId, [...(isByForm ? ["source" as const] : []), ...(isAgreed ? [] : ["agreement" as const])]];
  });
  return new Map(unproved.filter(([, what]) => what.length > 0));
}

async function readPeople({ database, db }: View, leads: readonly Lead[]) {
  const people = await findPeople(db, [...new Set(leads.map(({ personId }) => personId))]);
  const stopped = await listStopped(database, people, db);
  return new Map(people.map((person, index) => [person.id, { person, stopped: stopped[index] ?? [] }]));
}

async function readSteps(db: Db, leadIds: readonly string[]) {
  const open = (await listNextSteps(db, leadIds)).filter(({ ended }) => !ended);
  const assigneeIds = [...new Set(open.flatMap(({ assigneeId }) => assigneeId ?? []))];
  const accounts = await findUsers(db, assigneeIds);
  return {
    steps: new Map(open.map((step) => [step.leadId, step])),
    accounts: new Map(accounts.map((user) => [user.id, user])),
  };
}

function dayOf(asleepUntil: string | undefined): string | undefined {
  return asleepUntil === NO_DAY ? undefined : asleepUntil;
}

function toJoined({ id, role }: Lead, person: Person | undefined): Joined {
  return { _id: id, ...(role && { role }), person: { _id: person?.rootId ?? "", name: person?.name ?? "" } };
}

/** Throws not_found. */
export async function readLead(database: Database, id: string, today: string): Promise<AdminLead> {
  const [lead] = await database.view((db) => readLeads({ database, db }, [id], today));
  if (!lead) throw leadNotFound();
  return lead;
}
