// Every table of the database, composed from the rooms' own.
import type { BookingsTables } from "#bookings/server/table.ts";

export type Tables = BookingsTables;
