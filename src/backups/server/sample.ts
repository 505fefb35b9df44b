// Records that are read through the stores of their modules, from a database and from what was restored of it.
import type { Kysely } from "kysely";
import { type BookingsTables, findNewestBooking } from "#bookings/server/store.ts";
import { type ContactTables, findNewestContactMessage } from "#contact/server/store.ts";
import { findNewestUser, type UsersTables } from "#users/server/store.ts";

/** The newest record of each kind as JSON; kinds without a record are left out. */
export type Sample = { records: ReadonlyMap<string, string>; newestBookingAt: string | null };

export async function readSample(db: Kysely<BookingsTables & ContactTables & UsersTables>): Promise<Sample> {
  const booking = await findNewestBooking(db as unknown as Kysely<BookingsTables>);
  const newest = {
    booking,
    message: await findNewestContactMessage(db as unknown as Kysely<ContactTables>),
    account: await findNewestUser(db as unknown as Kysely<UsersTables>),
  };
  const records = Object.entries(newest).flatMap(([kind, record]) =>
    record ? [[kind, inOneOrder(record)] as const] : [],
  );
  return { records: new Map(records), newestBookingAt: booking?.createdAt ?? null };
}

/** The engines may list columns in another order. */
function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
