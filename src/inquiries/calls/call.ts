import * as z from "zod/mini";
import {
  newBookingSchema,
  optionalChoice,
  optionalZipCodeSchema,
  saleFields,
  stateSchema,
  unlessEmpty,
} from "#inquiries/bookings/booking.ts";
import { BOOKING_LIMITS, SITUATIONS } from "#inquiries/bookings/choices.ts";
import { propertySchema, STAGES } from "#people/leads/lead.ts";
import { callLogSchema, isContact, lostReasonOf, type Outcome, planSchema } from "#people/leads/log.ts";
import { CHANNELS, type Channel } from "#people/permissions/channels.ts";
import { revocationSchema, stoppedSchema } from "#people/permissions/permission.ts";
import { MIN_PHONE_DIGITS, phoneDigits } from "#platform/phone.ts";
import { answerOf } from "#platform/shapes.ts";
import {
  freeTextSchema,
  isBlank,
  lineSchema,
  optionalEmailSchema,
  optionalPhoneSchema,
  TEXT_LIMITS,
} from "#platform/text.ts";

export const CALL_LIMITS = { name: BOOKING_LIMITS.name, heard: 100, said: BOOKING_LIMITS.additionalInfo };
export const CANNOT_LIFT_STOP =
  "They asked us to stop this. Only they can lift it, by agreeing again on a form of the site.";
export const CALL_FAILED = "Failed to save the call";

const MAX_ID_LENGTH = 40;
const { meetingDate, meetingTime, meetingType, preferredContact } = newBookingSchema.shape;

type Text = string | undefined;
type Flag = boolean | undefined;

/** Other fields of the input may be invalid. */
type Typed = {
  phone?: Text;
  email?: Text;
  property?: { street?: Text; city?: Text; state?: Text } | undefined;
  situation?: Text;
  consent?: { call?: Flag; text?: Flag; email?: Flag } | undefined;
  stop?: { channels?: readonly Channel[] | undefined } | undefined;
  meeting?: { meetingType?: Text } | undefined;
  reached?: Flag;
  log?:
    | {
        outcome?: Outcome;
        stop?: readonly Channel[] | undefined;
        lost?: true | undefined;
        sleepUntil?: string | null | undefined;
      }
    | undefined;
};

/** These checks depend on several fields, and their errors appear together with those of single fields. */
function crossFieldChecks() {
  const need = (path: string, error: string, isMissing: (call: Typed) => unknown) =>
    z.refine<Typed>((call) => !isMissing(call), {
      error,
      path: path.split("."),
      when: ({ value }) => typeof value === "object" && value !== null,
    });
  const isAtProperty = ({ meeting }: Typed) => meeting?.meetingType === "in-person-property";
  return [
    need("phone", "Please enter a phone number or an e-mail address", ({ phone, email }) => !phone && !email),
    need("phone", "Please enter the phone number that they agreed to", ({ phone, email, consent }) =>
      Boolean(!phone && email && (consent?.call || consent?.text)),
    ),
    need("email", "Please enter the e-mail address that they agreed to", ({ email, consent }) =>
      Boolean(!email && consent?.email),
    ),
    need("stop.channels", "They cannot allow and stop the same", ({ consent, stop }) =>
      stop?.channels?.some((channel) => consent?.[channel]),
    ),
    need("phone", "A meeting needs a phone number", ({ phone, email, meeting }) => meeting && !phone && email),
    need("situation", "Please choose the current situation", ({ meeting, situation }) => meeting && !situation),
    need("reached", "What came of it says this already", ({ reached, log }) => reached !== undefined && log),
    need("log.stop", "They cannot allow and stop the same", ({ consent, log }) =>
      log?.stop?.some((channel) => consent?.[channel]),
    ),
    need("stop", "What came of it says this already", ({ stop, log }) => stop && log?.outcome === "asked-to-stop"),
    need("meeting", "A lead that ends or sleeps needs no meeting", ({ meeting, log }) => {
      const { outcome, lost, sleepUntil } = log ?? {};
      return Boolean(meeting && outcome && (lostReasonOf({ outcome, lost }) || sleepUntil !== undefined));
    }),
    need("property.street", "Please enter the street: we meet at the property", (call) =>
      Boolean(isAtProperty(call) && !call.property?.street),
    ),
    need("property.city", "Please enter the city: we meet at the property", (call) =>
      Boolean(isAtProperty(call) && !call.property?.city),
    ),
  ];
}

/** Any part may be missing: a caller seldom knows the ZIP code. */
export const callPropertySchema = z.object({
  street: z.optional(lineSchema(BOOKING_LIMITS.street)),
  city: z.optional(lineSchema(BOOKING_LIMITS.city)),
  state: unlessEmpty(stateSchema),
  zipCode: z.optional(optionalZipCodeSchema),
});

/** The call itself has the other fields of a booking. */
const callMeetingSchema = z.object({
  ...{ meetingDate, meetingTime, meetingType },
  ...z.omit(newBookingSchema, {
    ...{ firstName: true, lastName: true, email: true, phone: true, propertyAddress: true, currentSituation: true },
    ...{ additionalInfo: true, consent: true, source: true, website: true },
  }).shape,
  propertyType: z._default(saleFields.propertyType, ""),
  timeframeToSell: z._default(saleFields.timeframeToSell, ""),
  preferredContact: z._default(preferredContact, "phone"),
});

export const newCallSchema = z
  .object({
    // A refusal of an empty text by lineSchema would hide the errors of crossFieldChecks().
    name: lineSchema(CALL_LIMITS.name).check(z.refine((text) => !isBlank(text), "Name is required")),
    phone: optionalPhoneSchema,
    email: z.optional(optionalEmailSchema("Email is required")),
    property: z.optional(callPropertySchema),
    situation: optionalChoice(SITUATIONS, "Please choose the current situation"),
    heard: z.optional(
      z.object({
        source: z.optional(lineSchema(CALL_LIMITS.heard)),
        campaign: z.optional(lineSchema(CALL_LIMITS.heard)),
      }),
    ),
    said: z.optional(freeTextSchema(CALL_LIMITS.said)),
    /** The short way without a log. Only true marks a contact: otherwise the caller waits until staff reach them. */
    reached: z.optional(z.boolean("Please say whether we have spoken with them")),
    /** A missing answer leaves the permission unknown. A yes that would lift a stop is refused. */
    consent: z.optional(z.partialRecord(z.enum(CHANNELS), z.boolean("Please choose"))),
    stop: z.optional(z.object({ channels: revocationSchema.shape.channels, words: revocationSchema.shape.words })),
    /** Staff may choose the person; otherwise the e-mail address decides, or without one the number. */
    personId: z.optional(z.string("Unknown person").check(z.maxLength(MAX_ID_LENGTH, "Unknown person"))),
    meeting: z.optional(callMeetingSchema),
    /** What came of it and what is next, as in the log of a lead. */
    log: z.optional(callLogSchema),
  })
  .check(...crossFieldChecks());

export type NewCall = z.infer<typeof newCallSchema>;
export type CallInput = z.input<typeof newCallSchema>;

/** Staff spoke with the caller, who then does not wait. */
export function isReached({ reached, log }: Pick<NewCall, "reached" | "log">): boolean {
  return log ? isContact(log.outcome) : reached === true;
}

export const callEnteredSchema = answerOf({
  message: z.string(),
  callId: z.string(),
  leadId: z.string(),
  personId: z.string(),
  bookingId: z.optional(z.string()),
});

export type CallEntered = z.infer<typeof callEnteredSchema>;

/** The schema is lenient, because it checks input during typing: incomplete values find nobody. */
export const callerQuerySchema = z.object({
  phone: z.optional(lineSchema(60)),
  email: z.optional(lineSchema(TEXT_LIMITS.email)),
});

export type CallerQuery = z.infer<typeof callerQuerySchema>;

const callerSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  /** An e-mail address identifies a person; several people may share a number. */
  isSameEmail: z.boolean(),
  stopped: stoppedSchema,
  /** Open leads, latest first. */
  leads: z.array(z.object({ _id: z.string(), property: propertySchema, stage: z.enum(STAGES) })),
});

export type Caller = z.infer<typeof callerSchema>;

export const callersSchema = answerOf({
  callers: z.array(callerSchema),
  /** A person whom the caller of the API may not see has this address or number, too. */
  belongsToColleague: z.optional(z.boolean()),
  /** Of a new lead. */
  plan: planSchema,
  stopped: stoppedSchema,
});

export type Callers = z.infer<typeof callersSchema>;

export function isCompletePhone(text: string): boolean {
  return phoneDigits(text).length >= MIN_PHONE_DIGITS;
}

/** The last word is the last name, which may be missing: bookings have two names, but calls only one. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? "") : "";
  return { firstName: words.join(" "), lastName };
}
