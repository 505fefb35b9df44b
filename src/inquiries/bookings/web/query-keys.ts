import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { inquiryKeys } from "#inquiries/kinds/web/inquiry-keys.ts";

export const bookingKeys = {
  ...inquiryKeys("bookings"),
  /** Holds no data: queries that follow bookings also follow exports. */
  exports: ["bookings", "export"],
  confirmed: (id: string | undefined) => ["bookings", "confirmed", id],
  managed: (token: string | undefined) => ["bookings", "managed", token],
  whereabouts: (id: string, version: number) => ["bookings", "whereabouts", id, version],
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
