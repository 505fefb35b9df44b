// A call counts as an inquiry, like a booking or a message, and waits for the first contact unless staff have spoken
// with the person.
import type { Attributions } from "./attribution.ts";
import type { Inquiry } from "./inquiry.ts";
import type { Property } from "./lead.ts";

/** No browser brought this source: a caller named it. */
export const VERBAL_MEDIUM = "said on the phone";

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
   * file: an imported file's record of a person who came to the company elsewhere, not a call. call-back: a visitor asked
   * to be called. Staff and programs enter all others.
   */
  origin?: "file" | "call-back" | undefined;
  /** When they want to be called, in their words: "now", "this evening", "16:30". */
  askedFor?: string | undefined;
  /** From when on this may be. */
  callFrom?: string | undefined;
  source?: Attributions | undefined;
  takenBy: string;
  createdAt: string;
};
