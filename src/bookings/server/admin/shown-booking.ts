import type { AdminBooking } from "#bookings/admin.ts";
import { countTries, type LeadsTables } from "#leads/server/store.ts";
import { findConsents, listStopped, type PermissionsTables } from "#permissions/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";

type Tables = LeadsTables & PermissionsTables;

/** With what the ledger says of each: what was agreed to, and what was stopped since. And with the tries to reach the person. */
export async function showBookings(
  database: Database<Tables>,
  bookings: readonly AdminBooking[],
): Promise<AdminBooking[]> {
  const consents = await findConsents(
    database.read,
    bookings.map(({ _id }) => _id),
  );
  const stopped = await listStopped(database, bookings);
  const tries = await countTries(database.read, bookings);
  return bookings.map((booking, index) => {
    const consent = consents.get(booking._id);
    const channels = stopped[index] ?? [];
    return {
      ...booking,
      ...(consent && { consent }),
      ...(channels.length > 0 && { stopped: channels }),
      ...(tries[index] && { tries: tries[index] }),
    };
  });
}

export async function showBooking(database: Database<Tables>, booking: AdminBooking): Promise<AdminBooking> {
  const [shown = booking] = await showBookings(database, [booking]);
  return shown;
}
