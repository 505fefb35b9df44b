import type { KeepTold } from "#accounts/users/server/accounts.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { promisedBy, TOLD } from "#inquiries/bookings/whereabouts.ts";
import { isEnded } from "#people/leads/lead.ts";
import { formatDue, type NextStep } from "#people/leads/next-step.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import {
  endNextStep,
  findOpenStep,
  findThenDue,
  insertNextStep,
  updateNextStep,
} from "#people/leads/server/next-steps.ts";
import { lockLead } from "#people/leads/server/stage.ts";
import { NO_TIME } from "#people/leads/server/table.ts";
import { timeOf, wallClock } from "#platform/dates.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { startOf } from "./mail/enqueue-mail.ts";
import { holdMeetings, listActiveBookings } from "./meetings/store.ts";
import { findBookingsOfLeads } from "./store.ts";
import { findTold, listTold, onlyHost } from "./whereabouts/find-told.ts";

type By = { actor: string; now: Date };
/** `facts` are those that are being published. */
type Cause = By & { hasMoved?: boolean; facts?: Facts };
type Wanted = { what: string; dueDay: string; dueTime: string };

const STEPS = { Link: "Send the link of the video call", Address: "Tell the address of the meeting" };
const OURS = Object.values(STEPS);

const THEN = ", then: ";

/** A lead has a step, due when the visitor was promised it, as long as the link or address of a meeting ahead is not told. */
export async function followWhereabouts(
  trx: Db,
  leadId: string,
  { hasMoved = false, facts = currentFacts(), ...by }: Cause,
): Promise<void> {
  const lead = await lockLead(trx, leadId);
  if (!lead || isEnded(lead.stage)) return;
  const meetings = await findBookingsOfLeads(trx, await joinedIds(trx, [lead.id]));
  const wanted = await stepFor(trx, meetings, facts, by.now);
  const open = await findOpenStep(trx, lead.id);
  if (wanted) {
    const step = open
      ? await putFirst(trx, open, wanted, { hasMoved, ...by })
      : await insertNextStep(trx, lead.id, { ...wanted, ...by });
    if (step) await record(trx, lead.id, `${step.what}, until ${formatDue(step, "short")}`, by);
    return;
  }
  const ours = OURS.find((what) => open?.what.startsWith(what));
  if (!open || !ours) return;
  const rest = open.what.slice(ours.length + THEN.length);
  const [dueDay, dueTime = ""] = (await findThenDue(trx, open._id))?.split(" ") ?? [];
  if (rest) await updateNextStep(trx, open, { what: rest, ...(dueDay && { dueDay, dueTime }) }, by.now);
  const how = meetings.some(isUpcoming) ? "done" : "dropped";
  if (!rest) await endNextStep(trx, open, { how, ...by });
  await record(trx, lead.id, `${how}: ${ours}`, by);
}

/** Staff hear of each meeting ahead that `change` takes the link from. */
export const keepTold: KeepTold = async (trx, by, change) => {
  const facts = currentFacts();
  if (facts.meetings.videoLink !== "person") return change();
  const ahead = await listActiveBookings(trx, { from: wallClock(by.now, facts.timeZone).day });
  const told = await listTold(trx, ahead);
  const result = await change();
  await followUntold(trx, ahead, { told, facts, ...by });
  return result;
};

/** Of the meetings whose link or address was `told`, and is not by these facts. In order, as others lock two leads. */
export async function followUntold(
  trx: Db,
  meetings: readonly Booking[],
  { told, ...cause }: By & { told: readonly (string | undefined)[]; facts: Facts },
): Promise<void> {
  const held = await holdUnheld(trx, meetings, cause.facts);
  const present = await listTold(trx, held, cause.facts);
  const leadIds = meetings.flatMap(({ leadId }, index) => (told[index] && !present[index] ? leadId : []));
  for (const leadId of [...new Set(leadIds)].sort()) await followWhereabouts(trx, leadId, cause);
}

/** Their link is now that of the only person who has one. */
async function holdUnheld(trx: Db, meetings: readonly Booking[], facts: Facts): Promise<Booking[]> {
  const hostId = await onlyHost(trx, { meetingType: "virtual" }, facts);
  const isUnheld = (meeting: Booking) => meeting.meetingType === "virtual" && !meeting.place && !meeting.hostId;
  const unheld = hostId ? meetings.filter(isUnheld) : [];
  for (const leadId of new Set(unheld.map((meeting) => meeting.leadId).sort())) await lockLead(trx, leadId);
  if (hostId) await holdMeetings(trx, unheld, hostId);
  return meetings.map((meeting) => (unheld.includes(meeting) ? { ...meeting, hostId } : meeting));
}

/** Most meetings have none, or are told it by the confirmation. */
export async function followNewMeeting(trx: Db, booking: Booking, by: By): Promise<void> {
  if (TOLD[booking.meetingType] && !(await findTold(trx, booking))) await followWhereabouts(trx, booking.leadId, by);
}

/** Of the meeting that is promised first. */
async function stepFor(trx: Db, meetings: readonly Booking[], facts: Facts, now: Date): Promise<Wanted | undefined> {
  const { timeZone } = facts;
  const told = await listTold(trx, meetings, facts);
  const untold = meetings.flatMap((meeting, index) => {
    const start = startOf(meeting, { timeZone });
    const type = TOLD[meeting.meetingType];
    const isUntold = type && !told[index] && isUpcoming(meeting) && start > now;
    return isUntold ? { what: STEPS[type.label], by: promisedBy(start, now) } : [];
  });
  const [first] = untold.toSorted((one, other) => one.by.getTime() - other.by.getTime());
  if (!first) return undefined;
  const { day, minutes } = wallClock(first.by, timeZone);
  return { what: first.what, dueDay: day, dueTime: timeOf(minutes) };
}

/**
 * A lead has one open step: what staff have planned follows ours, in the same step. What was promised stays, unless the
 * meeting has moved. Undefined if nothing changes.
 */
async function putFirst(
  trx: Db,
  open: NextStep,
  wanted: Wanted,
  { hasMoved, now }: Cause,
): Promise<NextStep | undefined> {
  const isEarlier = dueOf(open) <= dueOf(wanted);
  if (OURS.some((what) => open.what.startsWith(what))) {
    const isKept = dueOf(open) === dueOf(wanted) || (isEarlier && !(hasMoved && open.what === wanted.what));
    const thenDue = await findThenDue(trx, open._id);
    return isKept ? undefined : updateNextStep(trx, open, { ...wanted, what: open.what, thenDue }, now);
  }
  const what = `${wanted.what}${THEN}${open.what}`;
  const thenDue = [open.dueDay, open.dueTime].filter(Boolean).join(" ");
  return updateNextStep(trx, open, isEarlier ? { what } : { ...wanted, what, thenDue }, now);
}

function dueOf({ dueDay, dueTime = NO_TIME }: Pick<NextStep, "dueDay" | "dueTime">): string {
  return `${dueDay} ${dueTime}`;
}

async function record(trx: Db, leadId: string, to: string, { actor, now }: By): Promise<void> {
  await writeAuditLogEntry(trx, { subject: { kind: "lead", id: leadId }, actor, action: "step", to, now });
}
