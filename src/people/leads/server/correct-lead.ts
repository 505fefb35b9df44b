import { propertyKey, searchedPlace } from "#people/leads/lead.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { findOrMakePerson } from "./inquirers.ts";
import { joinLeads, type LeadInquiry } from "./join-lead.ts";
import { deleteWithoutLeads, detachFromLead } from "./leads.ts";
import { moveNotes } from "./notes.ts";
import { findPerson, renamePerson } from "./people.ts";
import { lockLead } from "./stage.ts";

type By = { actor: string; now: Date };
type Corrected = { leadId: string; recordId: string; inquiry: LeadInquiry };

/** A lead with no other inquiry follows the corrected one. Returns the lead that the inquiry belongs to now. */
export async function correctInquiry(trx: Db, { leadId, recordId, inquiry }: Corrected, by: By): Promise<string> {
  const lead = await lockLead(trx, leadId);
  const person = lead && (await findPerson(trx, lead.personId));
  if (!lead || !person) return leadId;
  const { name, email, phone, property } = inquiry;
  const isSamePerson = email
    ? emailKey(email) === emailKey(person.email ?? "")
    : !person.email && phoneDigits(phone ?? "") === phoneDigits(person.phone ?? "");
  const isSameProperty = !property || propertyKey(property) === propertyKey(lead.property);
  if (isSamePerson && (name !== person.name || phone !== person.phone))
    await renamePerson(trx, person, { name, email: person.email, phone: phone || person.phone });
  if (lead.inquiries > 1 && !(isSamePerson && isSameProperty)) {
    const [joined] = await joinLeads(trx, [{ ...inquiry, isLive: lead.isOpen }], by);
    await moveNotes(trx, recordId, joined.leadId);
    await detachFromLead(trx, leadId);
    return joined.leadId;
  }
  const personId = isSamePerson ? lead.personId : (await findOrMakePerson(trx, inquiry)).id;
  const { street = null, city = null, state = null, zipCode = null } = property ?? lead.property;
  await trx
    .updateTable("leads")
    .set({
      person_id: personId,
      property_key: propertyKey(property ?? lead.property),
      search_text: searchedPlace(property ?? lead.property),
      street,
      city,
      state,
      zip_code: zipCode,
    })
    .where("id", "=", leadId)
    .execute();
  if (!isSamePerson) await deleteWithoutLeads(trx, lead.personId);
  return leadId;
}
