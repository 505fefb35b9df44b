import { type Booking, fullName, isUpcoming } from "#inquiries/bookings/booking.ts";
import type { Stage } from "#people/leads/lead.ts";
import type { LeadInquiry } from "#people/leads/server/join-lead.ts";

type Booked = Pick<
  Booking,
  "firstName" | "lastName" | "email" | "phone" | "propertyAddress" | "currentSituation" | "source"
>;

/** How far a booking takes its lead. */
export function stageOf(booking: Pick<Booking, "status" | "noShowAt" | "firstContact">): Stage {
  if (booking.status === "Completed") return "Met";
  if (isUpcoming(booking)) return "Meeting set";
  // Staff waited for a person who did not come, so theirs is not new.
  return booking.firstContact || booking.noShowAt ? "Contacted" : "New";
}

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
