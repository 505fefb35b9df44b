import type { Recipient } from "#deals/offers/admin.ts";
import { type Lead, placeOf } from "#people/leads/lead.ts";
import { findPerson } from "#people/leads/server/people.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";

/** A merged person without an e-mail address or phone number gets those of the person they were merged into. */
export async function readRecipient(
  database: Database,
  lead: Lead,
  db: Db = database.read,
): Promise<Recipient & { phone?: string | undefined; stopped: Awaited<ReturnType<typeof listStopped>>[number] }> {
  const person = await findPerson(db, lead.personId);
  const root = person && person.rootId !== person.id ? await findPerson(db, person.rootId) : undefined;
  const email = person?.email ?? root?.email;
  const phone = person?.phone ?? root?.phone;
  const [stopped = []] = email || phone ? await listStopped(database, [{ email, phone }], db) : [];
  const place = placeOf(lead.property);
  return {
    name: person?.name ?? "",
    ...(email && { email }),
    ...(phone && { phone }),
    hasStoppedEmail: stopped.includes("email"),
    stopped,
    ...(place && { place }),
    stage: lead.stage,
    ...(lead.askingCents !== undefined && { askingCents: lead.askingCents }),
    ...(lead.owedCents !== undefined && { owedCents: lead.owedCents }),
  };
}
