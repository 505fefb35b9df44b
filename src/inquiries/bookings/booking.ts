// A booking is a seller's consultation. Labels and display of each field are in facts.ts.
import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import { type Attributions, attributionSchema } from "#people/leads/attribution.ts";
import type { Inquiry } from "#people/leads/inquiry.ts";
import { placeOf } from "#people/leads/lead.ts";
import { mailedLineSchema } from "#platform/addresses-in-text.ts";
import { isDay } from "#platform/dates.ts";
import { answerOf, storedSchema } from "#platform/shapes.ts";
import { emailSchema, freeTextSchema, type lineSchema, optionalEmailSchema, phoneSchema } from "#platform/text.ts";
import {
  ALL_PROPERTY_TYPES,
  BOOKING_LIMITS,
  KEPT_PROPERTY_TYPES,
  KEPT_TIMEFRAMES,
  PREFERRED_CONTACTS,
  PROPERTY_TYPES,
  SITUATIONS,
  TIMEFRAMES,
} from "./choices.ts";
import { MEETING_TYPES } from "./meeting-types.ts";
import { isOfferedState, US_STATES } from "./us-states.ts";

export const STATUSES = ["Scheduled", "Completed", "Cancelled", "Rescheduled"] as const;
export type BookingStatus = (typeof STATUSES)[number];

/** Only Cancelled frees the slot. */
export const ACTIVE_STATUSES = ["Scheduled", "Completed", "Rescheduled"] as const satisfies readonly BookingStatus[];
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number];

export const UPCOMING_STATUSES = ["Scheduled", "Rescheduled"] as const satisfies readonly BookingStatus[];

export function valuesOf<Value extends string>(table: Record<Value, unknown>): [Value, ...Value[]] {
  return Object.keys(table) as [Value, ...Value[]];
}

const choice = <Value extends string>(table: Record<Value, unknown>, message: string) =>
  z.enum(valuesOf(table), message);

/** The form sends an empty value for an optional choice. */
export const unlessEmpty = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === "" ? undefined : value)),
      z.optional(schema),
    ),
  );

export const optionalChoice = <Value extends string>(table: Record<Value, unknown>, message: string) =>
  unlessEmpty(choice(table, message));

export const nameFields = (line: typeof lineSchema) => ({
  firstName: line(BOOKING_LIMITS.name, "First name is required"),
  lastName: line(BOOKING_LIMITS.name, "Last name is required"),
});

export const NO_SUCH_STATE = "Please choose a state";

/** For houses that come in. Corrections keep a state that the company has switched off since. */
export const stateSchema = z
  .enum(valuesOf(US_STATES), NO_SUCH_STATE)
  .check(z.refine((code) => isOfferedState(currentFacts(), code), NO_SUCH_STATE));

const ZIP_CODE = /^\d{5}(-\d{4})?$/;
const INVALID_ZIP_CODE = "Please enter a valid ZIP code";

export const propertyAddressSchema = (line: typeof lineSchema) =>
  z.object(
    {
      street: line(BOOKING_LIMITS.street, "Street address is required"),
      city: line(BOOKING_LIMITS.city, "City is required"),
      state: stateSchema,
      zipCode: z.string("ZIP code is required").check(
        z.trim(),
        z.refine((text) => text !== "", { error: "ZIP code is required", abort: true }),
        z.regex(ZIP_CODE, INVALID_ZIP_CODE),
      ),
    },
    "Please enter the address of the property",
  );

export const optionalZipCodeSchema = z.string(INVALID_ZIP_CODE).check(
  z.trim(),
  z.refine((text) => text === "" || ZIP_CODE.test(text), INVALID_ZIP_CODE),
);

const stateOrNone = z.enum([...valuesOf(US_STATES), ""], NO_SUCH_STATE);

/** A fact that a caller did not give is "". Visitors and files of other sites give all of them. */
export const callerFields = (line: typeof lineSchema) => ({
  firstName: line(BOOKING_LIMITS.name, "First name is required"),
  lastName: line(BOOKING_LIMITS.name),
  email: optionalEmailSchema("Email is required"),
  propertyAddress: z.object({
    street: line(BOOKING_LIMITS.street),
    city: line(BOOKING_LIMITS.city),
    state: stateOrNone,
    zipCode: optionalZipCodeSchema,
  }),
});

export const bookingInputSchema = z.object({
  ...nameFields(mailedLineSchema),
  email: emailSchema("Email is required"),
  phone: phoneSchema("Phone number is required"),
  preferredContact: choice(PREFERRED_CONTACTS, "Please choose how you want to be contacted"),
  propertyAddress: propertyAddressSchema(mailedLineSchema),
  propertyType: choice(PROPERTY_TYPES, "Please choose a property type"),
  currentSituation: choice(SITUATIONS, "Please choose your current situation"),
  timeframeToSell: choice(TIMEFRAMES, "Please choose a timeframe"),
  meetingType: choice(MEETING_TYPES, "Please choose a meeting type"),
  additionalInfo: z.optional(freeTextSchema(BOOKING_LIMITS.additionalInfo)),
});

export type BookingInput = z.infer<typeof bookingInputSchema>;

/** Staff can correct these fields if a person asks. */
export const correctedFactsSchema = z.object({
  ...callerFields(mailedLineSchema),
  phone: phoneSchema("Phone number is required"),
});

export type BookingCorrection = z.infer<typeof correctedFactsSchema>;

export const agreementSchema = z.literal(true, "Please agree to be contacted about your property.");

/** The body of POST /api/bookings. Unknown keys are ignored. */
export const newBookingSchema = z.extend(bookingInputSchema, {
  propertyType: choice(ALL_PROPERTY_TYPES, "Please choose a property type"),
  meetingType: bookingInputSchema.shape.meetingType.check(
    z.refine((type) => currentFacts().meetings.offered[type], "This type is not offered. Please choose another one"),
  ),
  meetingDate: z.string("Please choose a date").check(z.refine(isDay, "Please choose a date")),
  meetingTime: z
    .string("Please choose a time")
    .check(z.minLength(1, "Please choose a time"), z.maxLength(20, "Please choose a time")),
  consent: z.optional(
    z.object({
      agreed: agreementSchema,
      version: z.string("Unknown consent text").check(z.maxLength(40, "Unknown consent text")),
      /** The text names the company, so the page sends the published version it showed. Defaults to the present one. */
      siteVersion: z.optional(
        z
          .int("Unknown consent text")
          .check(z.gte(1, "Unknown consent text"), z.lte(2_147_483_647, "Unknown consent text")),
      ),
      texts: z.optional(z.boolean("Please choose")),
    }),
  ),
  source: z.optional(attributionSchema),
  /** The honeypot: people do not see this field. */
  website: z.optional(z.unknown()),
});

export type NewBooking = z.infer<typeof newBookingSchema>;

export const cancellationSchema = z.object({ reason: z.optional(freeTextSchema(BOOKING_LIMITS.cancelReason)) });

/** A caller may leave them out. */
export const saleFields = {
  propertyType: choice(KEPT_PROPERTY_TYPES, "Please choose a property type"),
  timeframeToSell: choice(KEPT_TIMEFRAMES, "Please choose a timeframe"),
};

const keptAddressSchema = z.extend(propertyAddressSchema(mailedLineSchema), { state: stateOrNone });

export const bookingFactsSchema = storedSchema(
  z.extend(bookingInputSchema, { ...saleFields, propertyAddress: keptAddressSchema }),
);

export type BookingFacts = z.infer<typeof bookingFactsSchema>;

export type Booking = BookingFacts &
  Inquiry & {
    id: string;
    status: BookingStatus;
    /** yyyy-MM-dd and 24-hour HH:MM on the company's wall clock. */
    meetingDate: string;
    meetingTime: string;
    meetingMinutes: number;
    /** Seats of a slot are numbered from 0. Undefined if the booking holds none. */
    seat?: number | undefined;
    notes?: string | undefined;
    cancelReason?: string | undefined;
    /** Staff noted the no-show at this time. */
    noShowAt?: string | undefined;
    /** The link or address as staff typed it. */
    place?: string | undefined;
    /** The account that holds it. */
    hostId?: string | undefined;
    source?: Attributions | undefined;
    /** SEQUENCE of the calendar invite: increases with every change that the visitor's calendar has to apply. */
    inviteSequence: number;
    remindersStoppedAt?: string | undefined;
    version: number;
    createdAt: string;
    updatedAt: string;
  };

export type MeetingTime = Pick<Booking, "meetingDate" | "meetingTime">;

export const bookingConfirmedSchema = answerOf({
  message: z.string(),
  bookingId: z.string(),
  /** Only the person who booked gets this link to move or cancel the meeting; the id does not reveal it. */
  manageUrl: z.string(),
  /** Set if the confirmation e-mail is delayed until then. */
  confirmationAt: z.optional(z.string()),
});

export type BookingConfirmed = z.infer<typeof bookingConfirmedSchema>;

export const publicBookingSchema = z.object({
  _id: z.string(),
  status: z.enum(STATUSES),
  firstName: z.string(),
  email: z.string(),
  phone: z.string(),
  meetingDate: z.string(),
  meetingTime: z.string(),
  meetingType: z.enum(valuesOf(MEETING_TYPES)),
  propertyAddress: storedSchema(keptAddressSchema),
});

export type PublicBooking = z.infer<typeof publicBookingSchema>;

/** People read it out on the phone: "K7QX-9M2P". */
export function bookingReference(id: string): string {
  return `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** Only the status counts: the meeting may be in the past. */
export function isUpcoming({ status }: Pick<Booking, "status">): boolean {
  return UPCOMING_STATUSES.some((upcoming) => upcoming === status);
}

export function propertyLine({ propertyAddress }: Pick<Booking, "propertyAddress">): string {
  return placeOf(propertyAddress) ?? "";
}

/** "Springfield, IL"; a caller may not have said the city. */
export function townLine({ propertyAddress: { city, state } }: Pick<Booking, "propertyAddress">): string {
  return placeOf({ city, state }) ?? "";
}

const townSchema = z.object({ city: z.string(), state: z.string() });

export type Town = z.infer<typeof townSchema>;

/** An unknown ZIP code, and one in a state that is not offered, has no town. */
export const townAnswerSchema = answerOf({ town: z.optional(townSchema) });

export type TownAnswer = z.infer<typeof townAnswerSchema>;

/** In degrees. An unknown ZIP code has none. */
export const placeAnswerSchema = answerOf({
  place: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
});

export type PlaceAnswer = z.infer<typeof placeAnswerSchema>;
