import type { Booking, BookingFacts, NewBooking } from "#inquiries/bookings/booking.ts";
import { formFactsOf } from "#inquiries/bookings/facts.ts";
import { newInquiry } from "#people/leads/inquiry.ts";
import type { WithPrivacySignal } from "#people/leads/server/privacy-signal.ts";

type NewBookingData = {
  id: string;
  /** A caller may leave facts out. */
  booking: BookingFacts & Pick<NewBooking, "meetingDate" | "source"> & WithPrivacySignal;
  time: string;
  minutes: number;
  now: Date;
};

/** insertBooking assigns the seat, and the operation the lead. */
export function makeBooking({ id, booking, time, minutes, now }: NewBookingData): Omit<Booking, "leadId"> {
  const { meetingDate, source, privacySignal, additionalInfo } = booking;
  const at = now.toISOString();
  return {
    ...formFactsOf(booking),
    additionalInfo: additionalInfo || undefined,
    id,
    status: "Scheduled",
    meetingDate,
    meetingTime: time,
    meetingMinutes: minutes,
    source,
    privacySignal,
    inviteSequence: 0,
    ...newInquiry(now),
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
