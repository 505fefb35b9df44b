import type { AdminBooking } from "#bookings/admin.ts";
import { findConsents, listStopped, type PermissionsTables } from "#permissions/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";

/** With what the ledger says about each: what was agreed to, and what the person has stopped since. */
export async function withPermissions(
  database: Database<PermissionsTables>,
  bookings: readonly AdminBooking[],
): Promise<AdminBooking[]> {
  const consents = await findConsents(
    database.read,
    bookings.map(({ _id }) => _id),
  );
  const stopped = await listStopped(database, bookings);
  return bookings.map((booking, index) => {
    const consent = consents.get(booking._id);
    const channels = stopped[index] ?? [];
    return {
      ...booking,
      ...(consent && { consent }),
      ...(channels.length > 0 && { stopped: channels }),
    };
  });
}

export async function withItsPermissions(
  database: Database<PermissionsTables>,
  booking: AdminBooking,
): Promise<AdminBooking> {
  const [shown = booking] = await withPermissions(database, [booking]);
  return shown;
}
