import { findUsers } from "#accounts/users/server/accounts.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { leadSchema } from "#deals/follow-up/admin.ts";
import { findLeads } from "#people/leads/server/leads.ts";
import { listNextSteps } from "#people/leads/server/next-steps.ts";
import { findPeople } from "#people/leads/server/people.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";

/** Keeps the order of the ids, and leaves out deleted leads. */
export async function readLeads(database: Database, ids: readonly string[]): Promise<AdminLead[]> {
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
    // Parsing removes other fields here, because no schema serialises the body of an error.
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

export async function readLead(database: Database, id: string): Promise<AdminLead | undefined> {
  const [lead] = await readLeads(database, [id]);
  return lead;
}
