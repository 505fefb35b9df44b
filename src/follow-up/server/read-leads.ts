import type { AdminLead } from "#follow-up/admin.ts";
import { leadSchema } from "#follow-up/admin.ts";
import { findLeads, findPeople, type LeadsTables, listNextSteps } from "#leads/server/store.ts";
import { listStopped, type PermissionsTables } from "#permissions/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";
import { findUsers, type UsersTables } from "#users/server/store.ts";

export type ReadTables = LeadsTables & PermissionsTables & UsersTables;

/** In the order of the ids, with person and open next step. A lead that is gone is left out. */
export async function readLeads(database: Database<ReadTables>, ids: readonly string[]): Promise<AdminLead[]> {
  if (ids.length === 0) return [];
  const db = database.read;
  const leads = await findLeads(db, ids);
  const people = await findPeople(db, [...new Set([...leads.values()].map(({ personId }) => personId))]);
  const stopped = await listStopped(database, people);
  const byPerson = new Map(people.map((person, index) => [person.id, { person, stopped: stopped[index] ?? [] }]));
  const steps = new Map(
    (await listNextSteps(db, [...leads.keys()])).filter(({ ended }) => !ended).map((step) => [step.leadId, step]),
  );
  const assigneeIds = [...steps.values()].flatMap(({ assigneeId }) => assigneeId ?? []);
  const accounts = new Map((await findUsers(db, [...new Set(assigneeIds)])).map((user) => [user.id, user]));
  return ids.flatMap((id) => {
    const lead = leads.get(id);
    const known = lead && byPerson.get(lead.personId);
    if (!known) return [];
    const { person, stopped: channels } = known;
    const step = steps.get(id);
    const account = step?.assigneeId ? accounts.get(step.assigneeId) : undefined;
    // Parsed here, because the body of an error is not serialised by a schema.
    return leadSchema.parse({
      ...lead,
      _id: id,
      person: { ...person, _id: person.rootId, ...(channels.length > 0 && { stopped: channels }) },
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

export async function readLead(database: Database<ReadTables>, id: string): Promise<AdminLead | undefined> {
  const [lead] = await readLeads(database, [id]);
  return lead;
}
