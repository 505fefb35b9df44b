// Visitors' bookings and entered calls share these functions, which run inside the transaction of the operation.
import type { Booking, MeetingTime } from "#inquiries/bookings/booking.ts";
import { slotNotOffered, slotTaken } from "#inquiries/bookings/errors.ts";
import { type BookingRules, findTime, offeredTimes } from "#inquiries/bookings/slots.ts";
import { takeIn } from "#inquiries/kinds/server/take-in.ts";
import { chooseLeads, type LeadInquiry } from "#people/leads/server/join-lead.ts";
import type { NewAgreement } from "#people/permissions/server/ledger.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { shareLockRules } from "../availability/store.ts";
import { followNewMeeting } from "../follow-whereabouts.ts";
import { mailsOf } from "../mail/enqueue-mail.ts";
import { BOOKING_CREATED } from "../mail/enqueue-webhooks.ts";
import { confirmationOf } from "../mail/notice-to-visitor.ts";
import { hasCapacityOn } from "../seats/capacity.ts";
import { insertBooking } from "../store.ts";
import { onlyHost } from "../whereabouts/find-told.ts";

/** Blocks changes of the rules until the transaction ends. Throws slot_not_offered. */
export async function requireOfferedTime(
  trx: Db,
  meeting: MeetingTime,
  now: Date,
): Promise<{ rules: BookingRules; time: string }> {
  const rules = await shareLockRules(trx);
  return { rules, time: offeredTime(rules, meeting, now) };
}

/** Throws slot_not_offered. */
export function offeredTime(rules: BookingRules, { meetingDate, meetingTime }: MeetingTime, now: Date): string {
  const time = findTime(offeredTimes(rules, meetingDate, now), meetingTime);
  if (time === undefined) throw slotNotOffered();
  return time;
}

type Placed = {
  /** Its lead is chosen by the inquiry. */
  booking: Omit<Booking, "leadId">;
  inquiry: LeadInquiry;
  rules: BookingRules;
  /** "visitor", or the e-mail of the account. */
  actor: string;
  /** Staff who have agreed the meeting need no notice of it. */
  isByStaff: boolean;
  permission: Omit<NewAgreement, "record">;
  /** The transaction holds the lock of this mailbox, whose limit counts the confirmation. Undefined without a limit. */
  mailbox: string | undefined;
  now: Date;
};

/** Returns the time of the confirmation; undefined if there is no address. Throws slot_taken. */
export async function placeMeeting(
  trx: Db,
  { booking, inquiry, rules, actor, isByStaff, permission, mailbox, now }: Placed,
): Promise<Date | undefined> {
  const leads = await chooseLeads(trx, [inquiry]);
  if (!(await hasCapacityOn(trx, rules, booking))) throw justTaken();
  const { id, hostId = await onlyHost(trx, booking) } = booking;
  const placed = { ...booking, hostId, leadId: leads.joined[0].leadId };
  const record = { kind: "booking", id };
  const confirmation = booking.email ? await confirmationOf(trx, { recordId: id, mailbox, now }) : undefined;
  await takeIn<Booking>(
    trx,
    {
      leads,
      records: [placed],
      // The unique index on seats decides between parallel transactions.
      insert: async () => {
        if (!(await insertBooking(trx, rules.capacityPerSlot, placed))) throw justTaken();
      },
      ledger: [{ ...permission, record }],
      audit: [{ subject: record, action: "created" }],
      mail: [...mailsOf(booking, { rules, isByStaff, now }), ...(confirmation ? [confirmation] : [])],
      event: BOOKING_CREATED,
    },
    { actor, now },
  );
  await followNewMeeting(trx, placed, { actor, now });
  return confirmation?.dueAt;
}

function justTaken() {
  return slotTaken("That time was just taken. Please choose another time.", "That time was just taken.");
}
