import { type Booking, fullName } from "#inquiries/bookings/booking.ts";
import type { LeadInquiry } from "#people/leads/server/join-lead.ts";

type Booked = Pick<
  Booking,
  "firstName" | "lastName" | "email" | "phone" | "propertyAddress" | "currentSituation" | "source"
>;

export function inquiryOf(booked: Booked) {
  const { email, phone, propertyAddress, currentSituation, source } = booked;
  return {
    name: fullName(booked),
    email: email || undefined,
    phone,
    property: propertyAddress,
    situation: currentSituation,
    source,
    stage: "Meeting set",
  } as const satisfies Partial<LeadInquiry>;
}
