import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { marksOf } from "#people/leads/server/leads.ts";
import { findConsents } from "#people/permissions/server/consents.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";

export async function showBookings(database: Database, bookings: readonly AdminBooking[]): Promise<AdminBooking[]> {
  const consents = await findConsents(
    database.read,
    bookings.map(({ _id }) => _id),
  );
  const stopped = await listStopped(database, bookings);
  const marks = await marksOf(database.read, bookings);
  return bookings.map((booking, index) => {
    const consent = consents.get(booking._id);
    const channels = stopped[index] ?? [];
    return {
      ...booking,
      ...(consent && { consent }),
      ...(channels.length > 0 && { stopped: channels }),
      ...marks[index],
    };
  });
}

export async function showBooking(database: Database, booking: AdminBooking): Promise<AdminBooking> {
  const [shown = booking] = await showBookings(database, [booking]);
  return shown;
}
