import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import { advanceStage, revertStage, touchLead } from "#people/leads/server/stage.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { followWhereabouts } from "../follow-whereabouts.ts";
import { stageOf } from "../inquiry-of.ts";
import { meetingKey, startOf } from "../mail/enqueue-mail.ts";
import { hasOtherMeeting } from "../store.ts";

type Change = { before: Booking; after: Booking };

/** A lead that staff have moved further by hand keeps its stage. */
export async function moveLead(
  trx: Db,
  { before, after }: Change,
  { actor, rules, now }: { actor: string; rules: BookingRules; now: Date },
): Promise<void> {
  const by = { actor, now };
  const { leadId } = after;
  const wasHeld = isHeld(before);
  await touchLead(trx, leadId, now);
  if (!before.firstContact && after.firstContact) await advanceStage(trx, leadId, { to: "Contacted", at: now, ...by });
  if (!wasHeld && isHeld(after)) {
    const start = startOf(after, rules);
    await advanceStage(trx, leadId, { to: "Met", at: start < now ? start : now, ...by });
  }
  if (wasHeld && !isHeld(after)) await revertStage(trx, leadId, { from: "Met", to: "Meeting set", ...by });
  if (!isUpcoming(before) && isUpcoming(after)) await advanceStage(trx, leadId, { to: "Meeting set", at: now, ...by });
  if (!isUpcoming(after) && !isHeld(after) && !(await hasOtherMeeting(trx, after)))
    await revertStage(trx, leadId, { from: "Meeting set", to: stageOf(after), ...by });
  if (before.firstContact && !after.firstContact)
    await revertStage(trx, leadId, { from: "Contacted", to: "New", ...by });
  const hasMoved = meetingKey(before) !== meetingKey(after);
  if (TOLD[after.meetingType] && (hasMoved || before.status !== after.status))
    await followWhereabouts(trx, leadId, { hasMoved, ...by });
}

function isHeld({ status }: Booking): boolean {
  return status === "Completed";
}
