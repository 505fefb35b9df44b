import { currentFacts } from "#company/facts/facts.ts";
import { HOUSE_LABELS, HOUSE_NAMES, type LeadEdit } from "#deals/follow-up/admin.ts";
import { NO_SUCH_STATE } from "#inquiries/bookings/booking.ts";
import { isOfferedState } from "#inquiries/bookings/us-states.ts";
import type { Lead, Property } from "#people/leads/lead.ts";
import { findLead, setPlace } from "#people/leads/server/leads.ts";
import { findPerson, lockMerged, renamePerson } from "#people/leads/server/people.ts";
import { lockLeadAlone, updateLead } from "#people/leads/server/stage.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type LeadChange, leadNotFound, requireUnchanged } from "./change-lead.ts";

/** The audit log names what was changed, without the values: the person may want them removed. Throws not_found, changed_meanwhile, invalid_input. */
export async function editLead(database: Database, request: LeadChange & Omit<LeadEdit, "version">): Promise<void> {
  const { id, name, property, actor, now } = request;
  await database.transaction(async (trx) => {
    const known = await findLead(trx, id);
    const { rootId } = (known && (await findPerson(trx, known.personId))) ?? {};
    if (!known || !rootId) throw leadNotFound();
    // As inquiries do: the person first, then the lead.
    await lockMerged(trx, rootId);
    const person = await findPerson(trx, known.personId);
    if (!person) throw leadNotFound();
    const { id: wholeId } = await requireUnchanged(trx, request);
    const lead = await lockLeadAlone(trx, wholeId);
    if (!lead) throw leadNotFound();
    const labels: string[] = [];
    if (name !== undefined && name !== person.name) {
      await renamePerson(trx, person, { ...person, name });
      labels.push("name");
    }
    if (property && (await writePlace(trx, lead, { property, now }))) labels.push("address");
    const change = changeOf(lead, request);
    labels.push(...Object.keys(change).map((key) => HOUSE_LABELS[key as keyof typeof HOUSE_LABELS].toLowerCase()));
    if (labels.length === 0) return;
    await updateLead(trx, lead, change, now);
    const subject = { kind: "lead", id: lead.id } as const;
    await writeAuditLogEntry(trx, { subject, actor, action: "changed", to: labels.join(", "), now });
  });
}

function changeOf(lead: Lead, given: Partial<LeadEdit>): Partial<Lead> {
  const change: Partial<Lead> = {};
  for (const name of HOUSE_NAMES) {
    const value = given[name];
    const next = value === "" || value === null ? undefined : value;
    if (value !== undefined && next !== lead[name]) Object.assign(change, { [name]: next });
  }
  return change;
}

/** Parts that are not given stay as they are; an empty text clears one. Returns whether anything has changed. Throws invalid_input. */
async function writePlace(
  trx: Db,
  { id, property }: Lead,
  { property: given, now }: { property: Property; now: Date },
): Promise<boolean> {
  const next = Object.fromEntries(
    Object.entries({ ...property, ...given }).filter(([, value]) => value !== undefined && value !== ""),
  ) as Property;
  const names = ["street", "city", "state", "zipCode"] as const;
  if (names.every((name) => next[name] === property[name])) return false;
  if (next.state && next.state !== property.state && !isOfferedState(currentFacts(), next.state))
    throw new AppError("invalid_input", NO_SUCH_STATE, { fields: { "property.state": NO_SUCH_STATE } });
  await setPlace(trx, id, next, now);
  return true;
}
