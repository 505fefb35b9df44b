// The columns of a file of bookings: what is exported, and what is imported again.

export const BOOKING_COLUMNS = [
  "Booking ID",
  "First name",
  "Last name",
  "Email",
  "Phone",
  "Preferred contact",
  "Street",
  "City",
  "State",
  "ZIP code",
  "Property type",
  "Current situation",
  "Timeframe to sell",
  "Meeting type",
  "Meeting date",
  "Meeting time",
  "Status",
  "Notes",
  "Additional info",
  "Consent",
  "Consent at",
  "First source",
  "First campaign",
  "Last source",
  "Last campaign",
  "Landing page",
  "Referrer",
  "Created at",
] as const;

export type BookingColumn = (typeof BOOKING_COLUMNS)[number];

/** A file without one of these is not read. */
export const REQUIRED_BOOKING_COLUMNS = [
  "First name",
  "Last name",
  "Email",
  "Phone",
  "Preferred contact",
  "Street",
  "City",
  "State",
  "ZIP code",
  "Property type",
  "Current situation",
  "Timeframe to sell",
  "Meeting type",
  "Meeting date",
  "Meeting time",
] as const satisfies readonly BookingColumn[];
