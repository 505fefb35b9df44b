import { findNewestUser } from "#accounts/users/server/accounts.ts";
import { findNewestBooking } from "#inquiries/bookings/server/store.ts";
import { findNewestContactMessage } from "#inquiries/contact/server/store.ts";
import type { Db } from "#platform/server/database/tables.ts";

export type Sample = { records: ReadonlyMap<string, string>; newestBookingAt: string | null };

export async function readSample(db: Db): Promise<Sample> {
  const booking = await findNewestBooking(db);
  const newest = {
    booking,
    message: await findNewestContactMessage(db),
    account: await findNewestUser(db),
  };
  const records = Object.entries(newest).flatMap(([kind, record]) =>
    record ? [[kind, inOneOrder(record)] as const] : [],
  );
  return { records: new Map(records), newestBookingAt: booking?.createdAt ?? null };
}

function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
