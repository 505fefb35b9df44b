// While people are merged, an inquiry of one may join a lead of another. When they part, each goes back.
import { inquiryOf, stageOf } from "#inquiries/bookings/server/inquiry-of.ts";
import { findBookingsOfLeads } from "#inquiries/bookings/server/store.ts";
import { sourceOf } from "#inquiries/calls/server/made-call.ts";
import { findContactMessagesOfLeads } from "#inquiries/contact/server/store.ts";
import type { Call } from "#people/leads/call.ts";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import type { Lead, Stage } from "#people/leads/lead.ts";
import type { Person } from "#people/leads/person.ts";
import { findCallsOfLeads } from "#people/leads/server/calls.ts";
import { forgetLeft } from "#people/leads/server/correct-lead.ts";
import { findOrMakePerson } from "#people/leads/server/inquirers.ts";
import { moveInquiryToLead } from "#people/leads/server/inquiries/store.ts";
import { joinLeads, type LeadInquiry } from "#people/leads/server/join-lead.ts";
import { detachFromLead, giveLeadTo, listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { moveNotes } from "#people/leads/server/notes.ts";
import {
  findPersonByEmail,
  listMerged,
  lockMerged,
  separatePerson,
  unmergePerson,
} from "#people/leads/server/people.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";

type By = { actor: string; now: Date };
type Sender = { id: string; rootId: string };
type Inquiry = { kind: InquiryKind; id: string; leadId: string; sent: Omit<LeadInquiry, "isLive"> };
type Sent = Inquiry & { sender: Sender | undefined };

/** Parts a person from the one they are merged into. Those merged into this person stay so. */
export async function partFromParent(trx: Db, person: Person, by: By): Promise<void> {
  await lockMerged(trx, person.rootId);
  await unmergePerson(trx, person);
  await returnInquiries(trx, [person.rootId, person.id], by);
}

/** Parts a person from everybody: afterwards the person's leads hold all the inquiries of the person, and no other. */
export async function partFromAll(trx: Db, person: Person, by: By): Promise<void> {
  await lockMerged(trx, person.rootId);
  const others = await separatePerson(trx, person.id);
  if (others) await returnInquiries(trx, [person.id, others], by);
}

async function returnInquiries(trx: Db, rootIds: readonly string[], by: By): Promise<void> {
  const people: Person[] = [];
  for (const id of new Set(rootIds)) people.push(...(await listMerged(trx, id)));
  const roots = new Map(people.map(({ id, rootId }) => [id, rootId]));
  const leads = await listLeadsOfPeople(trx, [...roots.keys()]);
  const inquiries = await lockInquiries(trx, leads);
  for (const lead of leads) {
    const all: Sent[] = [];
    for (const inquiry of inquiries.filter(({ leadId }) => leadId === lead.id))
      all.push({ ...inquiry, sender: await senderOf(trx, inquiry, roots) });
    await returnFrom(trx, lead, { all, rootId: roots.get(lead.personId), by });
  }
}

async function returnFrom(
  trx: Db,
  lead: Lead,
  { all, rootId, by }: { all: readonly Sent[]; rootId: string | undefined; by: By },
): Promise<void> {
  const isOwn = ({ sender }: Sent) => !sender || sender.rootId === rootId;
  // A lead whose own inquiries are gone keeps its notes and steps, with the person whose inquiry is left.
  const heir = all.some(isOwn) ? undefined : all[0]?.sender;
  if (heir) await giveLeadTo(trx, lead, heir.id);
  const { kept = [], left = [] } = Object.groupBy(all, (one) =>
    (heir ? one.sender?.rootId === heir.rootId : isOwn(one)) ? "kept" : "left",
  );
  for (const one of left) await moveOut(trx, lead, one, by);
  const told = (some: readonly Sent[]) => some.map(({ sent }) => sent);
  if (left.length > 0) await forgetLeft(trx, lead.id, { kept: told(kept), left: told(left) }, by);
}

async function moveOut(trx: Db, lead: Lead, { id, sent, sender }: Sent, by: By): Promise<void> {
  const metAt = sent.stage === "Met" && lead.metAt ? new Date(lead.metAt) : undefined;
  const inquiry = { ...sent, personId: sender?.id, metAt, isLive: lead.isOpen };
  const [{ leadId }] = await joinLeads(trx, [inquiry], by);
  await moveInquiryToLead(trx, id, leadId);
  await moveNotes(trx, id, leadId);
  await detachFromLead(trx, lead.id);
}

/** Reads again under the locks, because a correction may have moved an inquiry to another lead. */
async function lockInquiries(trx: Db, leads: readonly Lead[]): Promise<Inquiry[]> {
  const leadIds = leads.map(({ id }) => id);
  const found = await listInquiries(trx, leadIds);
  await lockNames(
    trx,
    found.map(({ kind, id }) => `${kind} ${id}`),
  );
  return listInquiries(trx, leadIds);
}

async function listInquiries(trx: Db, leadIds: readonly string[]): Promise<Inquiry[]> {
  const calls = await findCallsOfLeads(trx, leadIds);
  const callers = new Map(calls.map(({ bookingId, personId }) => [bookingId, personId]));
  return [
    ...calls.map((call) => ({ kind: "call" as const, id: call.id, leadId: call.leadId, sent: sentBy(call) })),
    ...(await findBookingsOfLeads(trx, leadIds)).map((booking) => ({
      kind: "booking" as const,
      id: booking.id,
      leadId: booking.leadId,
      sent: {
        ...inquiryOf(booking),
        stage: stageOf(booking),
        personId: booking.email ? undefined : callers.get(booking.id),
        at: new Date(booking.createdAt),
      },
    })),
    ...(await findContactMessagesOfLeads(trx, leadIds)).map(
      ({ id, leadId, name, email, phone, source, firstContact, createdAt }) => ({
        kind: "contact" as const,
        id,
        leadId,
        sent: { name, email, phone, source, stage: stageAfter(firstContact), at: new Date(createdAt) },
      }),
    ),
  ];
}

function sentBy(call: Call): Inquiry["sent"] {
  const { name, email, phone, personId, property, situation, waitingSince, firstContact, bookingId, origin } = call;
  const at = new Date(call.createdAt);
  const said = sourceOf(call, at);
  // Only staff who have reached the person enter a call that never waits, beside a meeting or a line of a file.
  const stage = stageAfter(firstContact ?? !(waitingSince ?? bookingId ?? origin));
  return {
    name,
    email,
    phone,
    personId,
    property,
    situation,
    source: call.source ?? said,
    isVerbal: said !== undefined && !origin,
    stage,
    at,
  };
}

function stageAfter(isReached: unknown): Stage {
  return isReached ? "Contacted" : "New";
}

/** Undefined if neither an address nor a call says whose inquiry it is: then it stays where it is. */
async function senderOf(trx: Db, { sent }: Inquiry, roots: ReadonlyMap<string, string>): Promise<Sender | undefined> {
  const { personId, email } = sent;
  const rootId = roots.get(personId ?? "");
  if (personId && rootId) return { id: personId, rootId };
  if (!email) return undefined;
  const known = await findPersonByEmail(trx, email);
  if (known) return known;
  const { id, root_id } = await findOrMakePerson(trx, sent);
  return { id, rootId: root_id };
}
