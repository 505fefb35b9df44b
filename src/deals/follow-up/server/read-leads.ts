import { findUsers } from "#accounts/users/server/accounts.ts";
import type { AdminLead, Joined } from "#deals/follow-up/admin.ts";
import { leadSchema } from "#deals/follow-up/admin.ts";
import type { Unproved } from "#people/leads/call.ts";
import { isAsleep, type Lead, NO_DAY } from "#people/leads/lead.ts";
import type { Person } from "#people/leads/person.ts";
import { findAskedCall, isOnlyAdded, listOnlyAdded } from "#people/leads/server/calls.ts";
import { listJoined } from "#people/leads/server/joined-leads.ts";
import { findLeads } from "#people/leads/server/leads.ts";
import { listNextSteps } from "#people/leads/server/next-steps.ts";
import { findPeople } from "#people/leads/server/people.ts";
import type { AskedCall } from "#people/permissions/permission.ts";
import { findConsents } from "#people/permissions/server/consents.ts";
import { listStates, listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";
import { leadNotFound } from "./change-lead.ts";

/** Keeps the order of the ids, leaves out deleted leads, and shows joined ones as one. */
export async function readLeads(database: Database, ids: readonly string[], today: string): Promise<AdminLead[]> {
  if (ids.length === 0) return [];
  const db = database.read;
  const found = await findLeads(db, ids);
  const wholes = [...new Set(ids.flatMap((id) => found.get(id)?.id ?? []))];
  const leads = wholes.every((id) => found.has(id)) ? found : await findLeads(db, wholes);
  const joined = await listJoined(db, [...leads.keys()]);
  const people = await findPeople(db, [...new Set([...leads.values(), ...joined].map(({ personId }) => personId))]);
  const stopped = await listStopped(database, people);
  const byPerson = new Map(people.map((person, index) => [person.id, { person, stopped: stopped[index] ?? [] }]));
  const steps = new Map(
    (await listNextSteps(db, [...leads.keys()])).filter(({ ended }) => !ended).map((step) => [step.leadId, step]),
  );
  const assigneeIds = [...steps.values()].flatMap(({ assigneeId }) => assigneeId ?? []);
  const accounts = new Map((await findUsers(db, [...new Set(assigneeIds)])).map((user) => [user.id, user]));
  const stops = new Map<string, { asked: AskedCall | undefined; isShut: boolean }>();
  for (const { id, personId } of leads.values()) {
    const known = byPerson.get(personId);
    if (!known || known.stopped.length === 0) continue;
    const own = [id, ...joined.filter(({ joinedInto }) => joinedInto === id).map((one) => one.id)];
    const asked = known.stopped.includes("call") ? await findAskedCall(database, known.person, own) : undefined;
    stops.set(id, { asked, isShut: await isOnlyAdded(db, known.person.rootId) });
  }
  const unproved = await listUnproved(database, [...leads.values(), ...joined], (id) => byPerson.get(id)?.person);
  return wholes.flatMap((id) => {
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
  database: Database,
  leads: readonly Pick<Lead, "id" | "personId">[],
  personOf: (id: string) => Person | undefined,
): Promise<Map<string, Unproved[]>> {
  const added = await listOnlyAdded(
    database.read,
    leads.map(({ id }) => id),
  );
  if (added.length === 0) return new Map();
  const statements = await findConsents(
    database.read,
    added.flatMap(({ callIds }) => callIds),
  );
  const personIds = new Map(leads.map(({ id, personId }) => [id, personId]));
  const states = await listStates(
    database,
    added.map(({ leadId }) => personOf(personIds.get(leadId) ?? "") ?? {}),
  );
  const unproved = added.map(({ leadId, callIds, isByForm }, index): [string, Unproved[]] => {
    const isAgreed = Object.values(states[index] ?? {}).includes("given") || callIds.some((id) => statements.has(id));
    return [leadId, [...(isByForm ? ["source" as const] : []), ...(isAgreed ? [] : ["agreement" as const])]];
  });
  return new Map(unproved.filter(([, what]) => what.length > 0));
}

function dayOf(asleepUntil: string | undefined): string | undefined {
  return asleepUntil === NO_DAY ? undefined : asleepUntil;
}

function toJoined({ id, role }: Lead, person: Person | undefined): Joined {
  return { _id: id, ...(role && { role }), person: { _id: person?.rootId ?? "", name: person?.name ?? "" } };
}

/** Throws not_found. */
export async function readLead(database: Database, id: string, today: string): Promise<AdminLead> {
  const [lead] = await readLeads(database, [id], today);
  if (!lead) throw leadNotFound();
  return lead;
}
