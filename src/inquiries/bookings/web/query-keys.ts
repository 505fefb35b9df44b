import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";

export const bookingKeys = {
  all: ["bookings"],
  lists: ["bookings", "list"],
  list: (query: string) => ["bookings", "list", query],
  totals: (filters: string) => ["bookings", "totals", filters],
  record: (id: string) => ["bookings", "record", id],
  history: (id: string, version: number) => ["bookings", "history", id, version],
  /** Holds no data: queries that follow bookings also follow exports. */
  exports: ["bookings", "export"],
  confirmed: (id: string | undefined) => ["bookings", "confirmed", id],
  managed: (token: string | undefined) => ["bookings", "managed", token],
  openTimes: ["bookings", "open-times"],
  openDays: (meetingType: MeetingType | undefined) => ["bookings", "open-times", "days", meetingType ?? ""],
  openSlots: (date: string | undefined, meetingType: MeetingType | undefined) => [
    "bookings",
    "open-times",
    "slots",
    date,
    meetingType ?? "",
  ],
};
