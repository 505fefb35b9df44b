import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { showInquiries } from "#inquiries/kinds/server/shown.ts";
import { findConsents } from "#people/permissions/server/consents.ts";
import type { Database } from "#platform/server/database/database.ts";

export async function showBookings(database: Database, bookings: readonly AdminBooking[]): Promise<AdminBooking[]> {
  const consents = await findConsents(
    database.read,
    bookings.map(({ _id }) => _id),
  );
  const shown = await showInquiries(database, bookings);
  return shown.map((booking) => {
    const consent = consents.get(booking._id);
    return consent ? { ...booking, consent } : booking;
  });
}
