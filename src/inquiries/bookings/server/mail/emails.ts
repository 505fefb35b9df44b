// The text of an e-mail is written from the row at the time of sending.

import { listNoticeMailboxes } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { reminderFor } from "#inquiries/kinds/server/remind.ts";
import { readPromiseOf } from "#inquiries/roster/server/promise.ts";
import { leadRules } from "#people/leads/inquiry.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readRules } from "../availability/store.ts";
import { findBooking } from "../store.ts";
import { findTold } from "../whereabouts/find-told.ts";
import type { BookingMailSettings } from "./email-parts.ts";
import { overdueReminder, staffNotice, staffNoticeOfCancellation, staffNoticeOfMove } from "./emails-to-staff.ts";
import { cancelled, confirmation, reminder, rescheduled, whereabouts } from "./emails-to-visitor.ts";
import { meetingKey, movedTimes, reminderAt, startOf } from "./enqueue-mail.ts";
import { isVisitorsChange, rescheduleCause } from "./notice-to-visitor.ts";

type Options = { database: Database; settings: BookingMailSettings };

/** A writer returns undefined if its mail is no longer due. */
export function bookingWriters({ database, settings }: Options) {
  const find = (id: string) => findBooking(database.read, id);
  const forVisitor = async (booking: Booking): Promise<BookingMailSettings> => ({
    ...settings,
    told: await findTold(database.read, booking),
  });
  const forStaff = async (booking: Booking): Promise<BookingMailSettings> => {
    const [stopped = []] = await listStopped(database, [booking]);
    const accounts = await listNoticeMailboxes(database.read, "bookings", booking.id);
    return { ...(await forVisitor(booking)), stopped, accounts };
  };
  return {
    "booking-confirmation": async ({ recordId, now }) => {
      const booking = await find(recordId);
      if (!booking || booking.status === "Cancelled") return undefined;
      const { calendar } = leadRules(currentFacts(), (await readRules(database.read)).closures);
      const promise = await readPromiseOf(database.read, booking, { calendar, now });
      return confirmation(booking, { ...(await forVisitor(booking)), promise }, now);
    },
    "booking-reminder": async ({ recordId, detail, now }) => {
      const booking = await find(recordId);
      const isStillDue =
        booking && isUpcoming(booking) && !booking.remindersStoppedAt && now < startOf(booking, settings.rules);
      const which = isStillDue && reminderAt(booking, settings.rules, detail);
      const isSecond = which === "second";
      return which ? reminder(booking, await forVisitor(booking), { isSecond, now }) : undefined;
    },
    "booking-rescheduled": async ({ recordId, detail, now }) => {
      const booking = await find(recordId);
      const isStillDue = booking && booking.status !== "Cancelled" && detail.endsWith(` ${meetingKey(booking)}`);
      return isStillDue
        ? rescheduled(booking, await forVisitor(booking), { cause: rescheduleCause(detail), now })
        : undefined;
    },
    "booking-whereabouts": async ({ recordId, detail, now }) => {
      const booking = await find(recordId);
      if (!booking || !isUpcoming(booking) || !detail.endsWith(` ${meetingKey(booking)}`)) return undefined;
      const own = await forVisitor(booking);
      return own.told ? whereabouts(booking, own, now) : undefined;
    },
    "booking-cancelled": async ({ recordId, detail }) => {
      const booking = await find(recordId);
      const isByVisitor = isVisitorsChange(detail);
      return booking?.status === "Cancelled" ? cancelled(booking, settings, { isByVisitor }) : undefined;
    },
    "booking-staff-notice": async ({ recordId }) => {
      const booking = await find(recordId);
      return booking && staffNotice(booking, await forStaff(booking));
    },
    "booking-staff-rescheduled": async ({ recordId, detail }) => {
      const booking = await find(recordId);
      return booking && staffNoticeOfMove(booking, await forStaff(booking), movedTimes(detail));
    },
    "booking-staff-cancelled": async ({ recordId }) => {
      const booking = await find(recordId);
      return booking?.status === "Cancelled" ? staffNoticeOfCancellation(booking, await forStaff(booking)) : undefined;
    },
    "booking-overdue": async ({ recordId, detail, now }) => {
      const booking = await find(recordId);
      const since = booking?.waitingSince;
      const isWaiting = booking && since && !booking.firstContact && isUpcoming(booking);
      const leads = leadRules(currentFacts(), (await readRules(database.read)).closures);
      if (!isWaiting) return undefined;
      const settings = { ...(await forStaff(booking)), leads, waitingSince: new Date(since), now };
      return reminderFor(
        database.read,
        { detail, leadId: booking.leadId, rules: leads, now },
        overdueReminder(booking, settings),
      );
    },
  } satisfies Partial<Writers>;
}
