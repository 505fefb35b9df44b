// The labels of the admin's filters differ from the form's values. Only the two tables below map them.
import * as z from "zod/mini";
import { notesSchema } from "#inquiries/kinds/notes.ts";
import { inquiryShape } from "#people/leads/inquiry.ts";
import { stoppedSchema } from "#people/permissions/permission.ts";
import { formatTime } from "#platform/dates.ts";
import { filter } from "#platform/list-filter.ts";
import { pageSchema, totalsSchema, uncountedPaginationSchema } from "#platform/pagination.ts";
import { answerOf } from "#platform/shapes.ts";
import { httpsLinkSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import {
  type Booking,
  type BookingStatus,
  bookingFactsSchema,
  correctedFactsSchema,
  STATUSES,
  valuesOf,
} from "./booking.ts";
import { BOOKING_LIMITS, KEPT_PROPERTY_TYPES } from "./choices.ts";
import { MEETING_TYPES, type MeetingType } from "./meeting-types.ts";
import { TOLD } from "./whereabouts.ts";

export type PropertyType = keyof typeof KEPT_PROPERTY_TYPES;

export const MEETING_TYPE_FILTERS = filtersOf(MEETING_TYPES);

export const PROPERTY_TYPE_FILTERS: Readonly<Record<string, readonly PropertyType[]>> = {
  "Single Family": ["single-family"],
  "Condo/Townhouse": ["condo", "townhouse"],
  "Multi-Family": ["multi-family"],
  Land: ["land"],
  Commercial: ["commercial"],
  Other: ["other"],
};

function filtersOf(types: Record<MeetingType, { filter: string }>): Readonly<Record<string, readonly MeetingType[]>> {
  const filters: Record<string, MeetingType[]> = {};
  for (const type of valuesOf(types)) filters[types[type].filter] = [...(filters[types[type].filter] ?? []), type];
  return filters;
}

export const bookingFilterSchema = z.object({
  search: z.optional(lineSchema(TEXT_LIMITS.search)),
  status: filter<BookingStatus>({}, STATUSES, "Unknown status"),
  meetingType: filter<MeetingType>(MEETING_TYPE_FILTERS, valuesOf(MEETING_TYPES), "Unknown meeting type"),
  propertyType: filter<PropertyType>(PROPERTY_TYPE_FILTERS, valuesOf(KEPT_PROPERTY_TYPES), "Unknown property type"),
});

export type BookingFilter = z.infer<typeof bookingFilterSchema>;

export const bookingQuerySchema = z.extend(bookingFilterSchema, pageSchema.shape);

/** With `total=later` the answer has no totals; clients read them from /list/total. */
export const bookingListQuerySchema = z.extend(bookingQuerySchema, {
  total: z.optional(z.literal("later", 'Can only be "later"')),
});

const visitSchema = z.record(z.string(), z.string());

export const adminBookingSchema = z.extend(bookingFactsSchema, {
  _id: z.string(),
  meetingDate: z.string(),
  meetingTime: z.string(),
  status: z.enum(STATUSES),
  notes: z.optional(z.string()),
  cancelReason: z.optional(z.string()),
  consent: z.optional(
    z.object({
      version: z.string(),
      text: z.string(),
      at: z.string(),
      address: z.optional(z.string()),
      userAgent: z.optional(z.string()),
    }),
  ),
  stopped: stoppedSchema,
  source: z.object({ first: z.optional(visitSchema), last: z.optional(visitSchema) }),
  ...inquiryShape,
  /** Staff noted the no-show at this time. */
  noShowAt: z.optional(z.string()),
  tries: z.optional(z.number()),
  /** Their lead is lost. */
  isLost: z.optional(z.literal(true)),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type AdminBooking = z.infer<typeof adminBookingSchema>;

export function toAdminBooking(booking: Booking): AdminBooking {
  const {
    id,
    meetingMinutes,
    seat,
    inviteSequence,
    remindersStoppedAt,
    place,
    hostId,
    source = {},
    ...shown
  } = booking;
  return { _id: id, ...shown, source, meetingTime: formatTime(shown.meetingTime) };
}

export const bookingAnswerSchema = answerOf({ booking: adminBookingSchema });

export type BookingAnswer = z.infer<typeof bookingAnswerSchema>;

export const bookingListSchema = answerOf({
  bookings: z.array(adminBookingSchema),
  pagination: uncountedPaginationSchema,
});

export type BookingList = z.infer<typeof bookingListSchema>;

export const bookingTotalsSchema = z.extend(totalsSchema, { success: z.literal(true) });

export type BookingTotals = z.infer<typeof bookingTotalsSchema>;

/** With Rescheduled, date and time may be given, both or neither. Other statuses ignore them. */
export const statusChangeSchema = z.object({
  status: z.enum(STATUSES, "Please choose a status"),
  notes: z.optional(notesSchema),
  version: versionSchema,
  meetingDate: z.optional(z.string("Please choose a date")),
  meetingTime: z.optional(z.string("Please choose a time")),
});

export type StatusChange = z.infer<typeof statusChangeSchema>;

export const noShowChangeSchema = z.object({
  noShow: z.boolean("Please say whether they came"),
  version: versionSchema,
});

export type NoShowChange = z.infer<typeof noShowChangeSchema>;

export const bookingCorrectionSchema = z.extend(correctedFactsSchema, { version: versionSchema });

export type BookingCorrectionChange = z.infer<typeof bookingCorrectionSchema>;

export const bookingChangedSchema = answerOf({
  message: z.string(),
  booking: adminBookingSchema,
});

export type BookingChanged = z.infer<typeof bookingChangedSchema>;

/** `confirmed` is always 0: that status does not exist, but clients read the key. */
export const bookingStatsSchema = answerOf({
  total: z.number(),
  scheduled: z.number(),
  confirmed: z.number(),
  completed: z.number(),
  cancelled: z.number(),
  /** Of the cancelled ones. */
  noShows: z.number(),
  rescheduled: z.number(),
});

export type BookingStats = z.infer<typeof bookingStatsSchema>;

/** The agenda begins with today. Soonest first. */
export const agendaSchema = answerOf({
  today: z.string(),
  meetings: z.array(adminBookingSchema),
});

export type Agenda = z.infer<typeof agendaSchema>;

export const placeSchemaOf = (type: MeetingType) =>
  TOLD[type]?.label === "Link" ? httpsLinkSchema : lineSchema(BOOKING_LIMITS.street);

/** An empty text clears. The schema of the place depends on the type of the meeting. */
export const whereaboutsChangeSchema = z.object({
  place: z.string("Please enter text"),
  hostId: z.string("Please choose a person").check(z.maxLength(40, "Please choose a person")),
  version: versionSchema,
});

export type WhereaboutsChange = z.infer<typeof whereaboutsChangeSchema>;

export const whereaboutsSchema = answerOf({
  told: z.optional(z.string()),
  place: z.string(),
  hostId: z.string(),
  /** Those who have a link of their own, if meetings are held at such links. */
  hosts: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** Of the booking, with which this was read. */
  version: z.number(),
});

export type WhereaboutsAnswer = z.infer<typeof whereaboutsSchema>;
