// A call counts as an inquiry, like a booking or a message, and waits for the first contact unless staff have spoken
// with the person.
import { ORIGINS } from "#people/permissions/permission.ts";
import type { Attributions } from "./attribution.ts";
import type { Inquiry } from "./inquiry.ts";
import type { Property } from "./lead.ts";

/** How the timeline and mails say that they came, and what the source is known by if no browser brought it. */
export const CALL_WAYS = {
  phone: { came: "Called us", did: "called", medium: "said on the phone" },
  "call-back": { came: "Asked for a call", did: "asked for a call", medium: undefined },
  file: { came: "Came with an imported file", did: "came", medium: undefined },
  program: { came: "Added by a program", did: "came", medium: "added by a program" },
  form: {
    came: "Sent by a form of another site, an unproved source",
    did: "came",
    medium: "form of another site, an unproved source",
  },
} as const;

export type CallWay = keyof typeof CALL_WAYS;

/** What may be unknown of a lead that nobody brought in person. */
export const UNPROVED = { source: "Unproved source", agreement: ORIGINS.program } as const;
export type Unproved = keyof typeof UNPROVED;

export const UNPROVED_VALUES = Object.keys(UNPROVED) as [Unproved, ...Unproved[]];

export type Call = Pick<Inquiry, "leadId" | "waitingSince" | "firstContact" | "privacySignal"> & {
  id: string;
  personId: string;
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  property: Property;
  situation?: string | undefined;
  heard?: { source?: string | undefined; campaign?: string | undefined } | undefined;
  said?: string | undefined;
  bookingId?: string | undefined;
  /**
   * Of a person who came to the company without calling it. file: an imported file's record. call-back: a visitor asked to be
   * called. program: added with a key. form: added by a form of another site, so that nothing proves the source.
   */
  origin?: Exclude<CallWay, "phone"> | undefined;
  /** When they want to be called, in their words: "now", "this evening", "16:30". */
  askedFor?: string | undefined;
  /** From when on this may be. */
  callFrom?: string | undefined;
  /** Of the visit in which they asked. */
  source?: Attributions | undefined;
  /** The key that added it, and the vendor's own id for it. */
  keyId?: string | undefined;
  vendorId?: string | undefined;
  costCents?: number | undefined;
  takenBy: string;
  createdAt: string;
};
