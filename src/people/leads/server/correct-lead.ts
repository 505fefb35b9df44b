import { isBefore, isSameProperty, type Property, propertyKey, type Stage } from "#people/leads/lead.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { findOrMakePerson } from "./inquirers.ts";
import { joinLeads, type LeadInquiry } from "./join-lead.ts";
import { deleteWithoutLeads, detachFromLead } from "./leads.ts";
import { moveNotes } from "./notes.ts";
import { findPerson, renamePerson } from "./people.ts";
import { lockLeadAlone, revertStage } from "./stage.ts";
import { placeColumns } from "./table.ts";

type By = { actor: string; now: Date };
type Corrected = { leadId: string; recordId: string; inquiry: LeadInquiry; before: Property };

/** A lead with no other inquiry follows the corrected one. Returns the lead that the inquiry belongs to now. */
export async function correctInquiry(
  trx: Db,
  { leadId, recordId, inquiry, before }: Corrected,
  by: By,
): Promise<string> {
  const lead = await lockLeadAlone(trx, leadId);
  const person = lead && (await findPerson(trx, lead.personId));
  if (!lead || !person) return leadId;
  const { name, email, phone, property } = inquiry;
  const isSamePerson = email
    ? emailKey(email) === emailKey(person.email ?? "")
    : !person.email && phoneDigits(phone ?? "") === phoneDigits(person.phone ?? "");
  // Staff may have written another address for the lead, which is theirs to change.
  const isUnchanged = !property || propertyKey(property) === propertyKey(before);
  const isSameProperty = isUnchanged || propertyKey(property) === propertyKey(lead.property);
  if (isSamePerson && (name !== person.name || phone !== person.phone))
    await renamePerson(trx, person, { name, email: person.email, phone: phone || person.phone });
  if (lead.inquiries > 1 && !(isSamePerson && isSameProperty)) {
    const [joined] = await joinLeads(trx, [{ ...inquiry, isLive: lead.isOpen }], by);
    await moveNotes(trx, recordId, joined.leadId);
    await detachFromLead(trx, leadId, { leaving: recordId });
    return joined.leadId;
  }
  const personId = isSamePerson ? lead.personId : (await findOrMakePerson(trx, inquiry)).id;
  await trx
    .updateTable("leads")
    .set({ person_id: personId, ...placeColumns(isUnchanged ? lead.property : property) })
    .where("id", "=", leadId)
    .execute();
  if (!isSamePerson) await deleteWithoutLeads(trx, lead.personId, recordId);
  return leadId;
}

type Told = Pick<LeadInquiry, "property" | "situation" | "stage">;

/** Takes from a lead the place, situation and stage that only an inquiry which left it had given. */
export async function forgetLeft(
  trx: Db,
  leadId: string,
  { kept, left }: { kept: readonly Told[]; left: readonly Told[] },
  by: By,
): Promise<void> {
  const lead = await lockLeadAlone(trx, leadId);
  if (!lead) return;
  const key = propertyKey(lead.property);
  const isKept = kept.some(({ property }) => property && isSameProperty(propertyKey(property), key));
  const place = isKept || lead.placedAt ? lead.property : (kept.find(({ property }) => property)?.property ?? {});
  const situations = kept.flatMap(({ situation }) => situation ?? []);
  const situation = situations.find((one) => one === lead.situation) ?? situations[0] ?? null;
  await trx
    .updateTable("leads")
    .set({ ...placeColumns(place), situation })
    .where("id", "=", leadId)
    .execute();
  const to = kept.reduce<Stage>((latest, { stage }) => (isBefore(latest, stage) ? stage : latest), "New");
  if (isBefore(to, lead.stage) && left.some(({ stage }) => stage === lead.stage))
    await revertStage(trx, leadId, { from: lead.stage, to, ...by });
}
