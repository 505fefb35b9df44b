import PERMISSION_WORDS from "#company/facts/shipped/permission-words.json" with { type: "json" };
import type { NewBooking } from "#inquiries/bookings/booking.ts";
import type { NewContactMessage } from "#inquiries/contact/contact.ts";

export type BookingChanges = Partial<Record<keyof NewBooking, unknown>>;
export type ContactMessageChanges = Partial<Record<keyof NewContactMessage, unknown>>;

/** Renée O'Brien-Núñez, who has inherited a house. By default on the Wednesday before Thanksgiving 2026. */
export function newBooking(changes: BookingChanges = {}) {
  return {
    firstName: "Renée",
    lastName: "O'Brien-Núñez",
    email: "renee@example.com",
    phone: "(217) 555-0142",
    preferredContact: "phone",
    propertyAddress: { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "02134" },
    propertyType: "single-family",
    currentSituation: "inherited",
    additionalInfo: "My mother's house.\nThe roof leaks.",
    timeframeToSell: "1-3-months",
    meetingType: "in-person-property",
    meetingDate: "2026-11-25",
    meetingTime: "10:00 AM",
    consent: { agreed: true, version: PERMISSION_WORDS.version },
    ...changes,
  };
}

/** Tomás Ahlgren, who only has a question. */
export function newContactMessage(changes: ContactMessageChanges = {}) {
  return {
    name: "Tomás Ahlgren",
    email: "tomas@example.com",
    phone: "(217) 555-0177",
    subject: "offer",
    message: "How much for my house?\nIt needs a roof.",
    ...changes,
  };
}

/** Walter Okonkwo, who rings about the house of his aunt and gives no e-mail address. */
export function newCall(changes: object = {}) {
  return {
    name: "Walter Okonkwo",
    phone: "(217) 555-0142",
    property: { street: "12 Elm St", city: "Springfield", state: "IL", zipCode: "62704" },
    situation: "inherited",
    reached: true,
    ...changes,
  };
}
