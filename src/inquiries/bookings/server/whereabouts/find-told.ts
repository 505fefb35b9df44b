import { listVideoLinks, type VideoLink } from "#accounts/users/server/accounts.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import { toldOf } from "#inquiries/bookings/whereabouts.ts";
import type { Db } from "#platform/server/database/tables.ts";

type Held = Pick<Booking, "meetingType" | "place" | "hostId">;

/** The link or address of a meeting, as far as staff have told it. */
export async function findTold(db: Db, booking: Held): Promise<string | undefined> {
  return (await listTold(db, [booking]))[0];
}

export async function listTold(
  db: Db,
  bookings: readonly Held[],
  facts = currentFacts(),
): Promise<(string | undefined)[]> {
  const isVideo = bookings.some(({ meetingType, place }) => meetingType === "virtual" && !place);
  const hosts = isVideo ? await listHosts(db, facts) : [];
  return bookings.map((booking) => toldOf(facts, booking, linkOf(booking, hosts)));
}

/** Those with a link of their own, if the company holds its video calls at such links. */
export async function listHosts(db: Db, facts = currentFacts()): Promise<VideoLink[]> {
  return facts.meetings.videoLink === "person" ? listVideoLinks(db) : [];
}

/** Of a meeting that nobody holds yet: who gets a link later takes over none that others hold. */
export async function onlyHost(
  db: Db,
  { meetingType }: Pick<Booking, "meetingType">,
  facts = currentFacts(),
): Promise<string | undefined> {
  const [first, ...others] = meetingType === "virtual" ? await listHosts(db, facts) : [];
  return others.length === 0 ? first?.id : undefined;
}

/** If only one person has a link, every meeting that nobody holds yet is held there. */
function linkOf({ hostId }: Held, hosts: readonly VideoLink[]): string | undefined {
  return hosts.find(({ id }) => (hostId ? id === hostId : hosts.length === 1))?.link;
}
