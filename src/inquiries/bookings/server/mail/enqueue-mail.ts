import { currentFacts } from "#company/facts/facts.ts";

// All functions run inside the transaction of the operation that causes the mail.
import { enqueueMail, withdrawMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { enqueuePushes } from "#delivery/push/server/store.ts";
import { type Booking, isUpcoming, type MeetingTime } from "#inquiries/bookings/booking.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import { type Inquiry, leadRules } from "#people/leads/inquiry.ts";
import { enqueueOverdueNotice, overdueNotice } from "#people/leads/server/first-contact.ts";
import { instantOf, minutesOf } from "#platform/dates.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import {
  enqueueNoticeByStaff,
  enqueueNoticeByVisitor,
  type Notice,
  visitorsChangeDetail,
} from "./notice-to-visitor.ts";

/** A caller without an e-mail address gets no mail. */
type Meeting = MeetingTime & Pick<Booking, "id" | "email">;
type NewMeeting = Meeting & Pick<Booking, "waitingSince">;

const HOUR_MS = 60 * 60 * 1000;
const REMINDERS = [
  { hours: 24, text: "24 hours", mark: "" },
  { hours: 2, text: "two hours", mark: "second " },
];
const CHUNK_MAILS = 250;

/** Of a new meeting, beside its confirmation. Staff who enter a call get no notice, only the reminder of a person not reached. */
export function mailsOf(
  booking: NewMeeting,
  { rules, isByStaff, now }: { rules: BookingRules; isByStaff: boolean; now: Date },
): NewMail[] {
  const { id: recordId, waitingSince } = booking;
  const notice: NewMail[] = isByStaff ? [] : [{ kind: "booking-staff-notice", recordId, dueAt: now }];
  const overdue = waitingSince
    ? overdueNotice({ kind: "booking-overdue", recordId, waitingSince }, leadRules(currentFacts(), rules.closures))
    : [];
  return [...notice, ...overdue, ...reminderMails(booking, rules, now)];
}

/**
 * `after.inviteSequence` must be higher if status or time differ, or the visitor's calendar ignores the change. The
 * transaction holds the lock of `mailbox`, whose limit counts the notice of a visitor's own change.
 */
export async function enqueueChangeMail(
  trx: Db,
  {
    before,
    after,
    isByVisitor,
    mailbox,
    rules,
    now,
  }: {
    before: Booking;
    after: Booking;
    isByVisitor: boolean;
    mailbox: string | undefined;
    rules: BookingRules;
    now: Date;
  },
): Promise<void> {
  const hasMoved = meetingKey(before) !== meetingKey(after);
  if (!hasMoved && before.status === after.status) return;

  const notice = after.email ? noticeOf(before, after, { hasMoved, isByVisitor }) : undefined;
  if (notice && isByVisitor) await enqueueNoticeByVisitor(trx, { notice, recordId: after.id, mailbox, now });
  if (notice && !isByVisitor) await enqueueNoticeByStaff(trx, { notice, recordId: after.id, now });
  if (isByVisitor) {
    await enqueueMail(trx, [{ ...staffNoticeOf(before, after), recordId: after.id, dueAt: now }], now);
    const what = after.status === "Cancelled" ? "cancelled" : "moved";
    const detail = `${what} ${after.id} ${after.inviteSequence}`;
    await enqueuePushes(trx, [{ kind: "meeting", leadId: after.leadId, detail }], now);
  }
  await enqueueOverdueMail(trx, after, rules, now);
  await withdrawMail(trx, after.id, ["booking-reminder"], now);
  if (isUpcoming(after) && !after.remindersStoppedAt) await enqueueMail(trx, reminderMails(after, rules, now), now);
}

export async function enqueueReminders(
  trx: Db,
  bookings: readonly (Meeting & Pick<Booking, "status">)[],
  rules: BookingRules,
  now: Date,
): Promise<void> {
  const mails = bookings.filter(isUpcoming).flatMap((booking) => reminderMails(booking, rules, now));
  for (const some of chunksOf(mails, CHUNK_MAILS)) await enqueueMail(trx, some, now);
}

/** Reminds staff of a visitor whom nobody has contacted, unless the meeting is completed or cancelled. */
export async function enqueueOverdueMail(
  trx: Db,
  booking: Inquiry & Pick<Booking, "id" | "status">,
  rules: BookingRules,
  now: Date,
): Promise<void> {
  const inquiry = { ...booking, kind: "booking-overdue", recordId: booking.id, isOpen: isUpcoming(booking) } as const;
  await enqueueOverdueNotice(trx, inquiry, { rules: leadRules(currentFacts(), rules.closures), now });
}

export function meetingKey({ meetingDate, meetingTime }: MeetingTime): string {
  return `${meetingDate} ${meetingTime}`;
}

export function startOf(booking: MeetingTime, rules: Pick<BookingRules, "timeZone">): Date {
  return instantOf(booking.meetingDate, minutesOf(booking.meetingTime), rules.timeZone);
}

export function changeableUntil(booking: MeetingTime, rules: BookingRules): Date {
  return new Date(startOf(booking, rules).getTime() - rules.changeCutOffHours * HOUR_MS);
}

/** Of a meeting that is booked or moved at this moment. */
export function remindersOf(booking: MeetingTime, rules: BookingRules, now: Date) {
  const start = startOf(booking, rules).getTime();
  return REMINDERS.slice(0, rules.secondReminder ? 2 : 1)
    .map((reminder) => ({ ...reminder, dueAt: new Date(start - reminder.hours * HOUR_MS) }))
    .filter(({ dueAt }) => dueAt > now);
}

export function reminderMails(booking: Meeting, rules: BookingRules, now: Date): NewMail[] {
  if (!booking.email) return [];
  return remindersOf(booking, rules, now).map(({ mark, dueAt }) => ({
    kind: "booking-reminder",
    recordId: booking.id,
    detail: `${mark}${meetingKey(booking)}`,
    dueAt,
  }));
}

/** Which one, if it is about this time. The second one may be switched off since. */
export function reminderAt(booking: MeetingTime, rules: BookingRules, detail: string): "first" | "second" | undefined {
  if (!detail.endsWith(meetingKey(booking))) return undefined;
  if (detail === meetingKey(booking)) return "first";
  return rules.secondReminder ? "second" : undefined;
}

function noticeOf(
  before: Booking,
  after: Booking,
  { hasMoved, isByVisitor }: { hasMoved: boolean; isByVisitor: boolean },
): Notice | undefined {
  const change = [after.inviteSequence, ...visitorsChangeDetail(isByVisitor)].join(" ");
  if (after.status === "Cancelled")
    return before.status === "Cancelled" ? undefined : { kind: "booking-cancelled", detail: change };
  if (after.status === "Rescheduled" || hasMoved)
    return { kind: "booking-rescheduled", detail: `${change} ${meetingKey(after)}` };
  return undefined;
}

/** The mail's row stores both times, because the booking may change again before it is sent. */
function staffNoticeOf(before: Booking, after: Booking): Notice {
  const change = String(after.inviteSequence);
  if (after.status === "Cancelled") return { kind: "booking-staff-cancelled", detail: change };
  return { kind: "booking-staff-rescheduled", detail: [change, meetingKey(before), meetingKey(after)].join(" ") };
}

export function movedTimes(detail: string): { from: MeetingTime; to: MeetingTime } {
  const [, fromDate = "", fromTime = "", toDate = "", toTime = ""] = detail.split(" ");
  return {
    from: { meetingDate: fromDate, meetingTime: fromTime },
    to: { meetingDate: toDate, meetingTime: toTime },
  };
}
