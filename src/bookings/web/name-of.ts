import type { AdminBooking } from "#bookings/filters.ts";

export function nameOf({ firstName, lastName }: AdminBooking): string {
  return `${firstName} ${lastName}`;
}
