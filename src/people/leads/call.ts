// A call is what staff or a program write down of a person who rang. It counts as an inquiry, like a booking or a message, and
// waits for the first contact unless staff have spoken with the person.
import type { Inquiry } from "./inquiry.ts";
import type { Property } from "./lead.ts";

/** Where the attribution of a lead says how it came about: no browser brought this source, a caller named it. */
export const SAID_MEDIUM = "said on the phone";

export type Call = Pick<Inquiry, "leadId" | "waitingSince" | "firstContact"> & {
  id: string;
  personId: string;
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  property: Property;
  situation?: string | undefined;
  /** How they heard of us, in their words or as one of our campaigns. */
  heard?: { source?: string | undefined; campaign?: string | undefined } | undefined;
  said?: string | undefined;
  /** The meeting that was agreed in the call. */
  bookingId?: string | undefined;
  /** file: no call, but what an imported file knows of a person who came to us elsewhere. */
  origin?: "file" | undefined;
  /** The e-mail of the account. */
  takenBy: string;
  createdAt: string;
};
