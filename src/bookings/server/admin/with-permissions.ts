import { type AdminBooking, toAdminBooking } from "#bookings/admin.ts";
import type { Booking } from "#bookings/booking.ts";
import { findConsents, listStopped, type PermissionsTables } from "#permissions/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";

/** With what the ledger says about each: what was agreed to, and what the person has stopped since. */
export async function withPermissions(
  database: Database<PermissionsTables>,
  bookings: readonly Booking[],
): Promise<AdminBooking[]> {
  const consents = await findConsents(
    database.read,
    bookings.map(({ id }) => id),
  );
  const stopped = await listStopped(database, bookings);
  return bookings.map((booking, index) => {
    const consent = consents.get(booking.id);
    const channels = stopped[index] ?? [];
    return {
      ...toAdminBooking(booking),
      ...(consent && { consent }),
      ...(channels.length > 0 && { stopped: channels }),
    };
  });
}

export async function withItsPermissions(
  database: Database<PermissionsTables>,
  booking: Booking,
): Promise<AdminBooking> {
  const [shown = toAdminBooking(booking)] = await withPermissions(database, [booking]);
  return shown;
}
