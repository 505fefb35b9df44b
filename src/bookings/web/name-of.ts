import type { AdminBooking } from "#bookings/filters.ts";

export function nameOf({ firstName, lastName }: Pick<AdminBooking, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}
