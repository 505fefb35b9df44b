// What only the person who booked may know of where a meeting takes place: anyone can open the confirmation page.
import type { Facts } from "#company/facts/schema.ts";
import { shownAddress } from "#company/shell/shown.ts";
import type { Booking } from "./booking.ts";
import type { MeetingType } from "./meeting-types.ts";

type Told = {
  label: "Link" | "Address";
  /** `ownLink` is that of the person who holds the meeting. Undefined as long as staff have to type it. */
  known: (facts: Facts, ownLink: string | undefined) => string | undefined;
  promise: string;
};

export const TOLD: Readonly<Record<MeetingType, Told | undefined>> = {
  "in-person-property": undefined,
  "in-person-office": {
    label: "Address",
    known: (facts) => shownAddress(facts)?.line,
    promise: "The address comes",
  },
  virtual: {
    label: "Link",
    known: ({ meetings: { videoLink, companyLink } }, ownLink) =>
      ({ booking: undefined, person: ownLink, company: companyLink })[videoLink],
    promise: "The link comes",
  },
  phone: undefined,
};

type Placed = Pick<Booking, "meetingType" | "place">;

const MINUTE_MS = 60_000;
const PROMISED_AHEAD = [24 * 60, 2 * 60];
const LEAST_AHEAD = 15;
/** Staff get at least so long. */
const LEAST_MINUTES = 60;

/** The link or address. Undefined if staff have not told it yet, and of types that need none. What staff typed comes first. */
export function toldOf(facts: Facts, { meetingType: type, place }: Placed, ownLink?: string): string | undefined {
  const told = TOLD[type];
  return told && (place || told.known(facts, ownLink) || undefined);
}

/** The moment by which staff tell it, which is never past. */
export function promisedBy(start: Date, now: Date): Date {
  const before = (minutes: number) => start.getTime() - minutes * MINUTE_MS;
  const ahead = PROMISED_AHEAD.find((minutes) => before(minutes) - now.getTime() >= LEAST_MINUTES * MINUTE_MS);
  const by = before(ahead ?? LEAST_AHEAD);
  return new Date(by > now.getTime() ? by : start);
}
