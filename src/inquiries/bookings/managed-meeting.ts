import * as z from "zod/mini";
import { promiseSchema } from "#inquiries/roster/promised.ts";
import { CHANNELS } from "#people/permissions/channels.ts";
import { isDay } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { cancellationSchema, publicBookingSchema } from "./booking.ts";

/** The secret follows as a fragment, which browsers do not send to servers. */
export const MANAGE_MEETING_PATH = "/manage-meeting";

const MAX_TOKEN_LENGTH = 200;
const MAX_SEQUENCE = 2_147_483_647;

const tokenSchema = z
  .string("The link is not complete")
  .check(z.maxLength(MAX_TOKEN_LENGTH, "The link is not complete"));

/** Identifies the state the visitor has seen: the invite's SEQUENCE increases with every new time or status. */
const sequenceSchema = z.int("Must be a whole number").check(z.gte(0), z.lte(MAX_SEQUENCE));

/** What the confirmation page reads. Not in booking.ts, because the booking page has no byte to spare. */
export const publicBookingAnswerSchema = answerOf({
  booking: publicBookingSchema,
  /** Who calls by when, that it is late, or the hours of the phone. */
  calls: z.optional(z.string()),
  /** Until they are called. */
  promise: z.optional(promiseSchema),
});

export type PublicBookingAnswer = z.infer<typeof publicBookingAnswerSchema>;

export const managedMeetingSchema = z.extend(publicBookingSchema, {
  sequence: z.number(),
  isChangeable: z.boolean(),
  changeableUntil: z.string(),
  /** The link or address. Without it, if the meeting has one, the moment by which staff tell it. */
  told: z.optional(z.string()),
  toldBy: z.optional(z.string()),
});

export type ManagedMeeting = z.infer<typeof managedMeetingSchema>;

export const lookUpSchema = z.object({ token: tokenSchema });

export const moveSchema = z.object({
  token: tokenSchema,
  sequence: sequenceSchema,
  meetingDate: z.string("Please choose a date").check(z.refine(isDay, "Please choose a date")),
  meetingTime: z.string("Please choose a time").check(z.maxLength(20, "Please choose a time")),
});

export const cancelSchema = z.extend(cancellationSchema, { token: tokenSchema, sequence: sequenceSchema });

/** POST /api/stop/{token} takes the token; "" without an e-mail address. "email" stops only reminders. */
const managedPermissionsSchema = z.object({ token: z.string(), stopped: z.array(z.enum(CHANNELS)) });

export type ManagedPermissions = z.infer<typeof managedPermissionsSchema>;

export const managedSchema = answerOf({ meeting: managedMeetingSchema });

export const lookedUpSchema = z.extend(managedSchema, { permissions: managedPermissionsSchema });

export type ManagedAnswer = z.infer<typeof lookedUpSchema>;

/** An e-mail confirms the change at this time; `isHeld` if earlier mail delays it. Null if no e-mail is sent. */
const noticeSchema = z.nullable(z.object({ at: z.string(), isHeld: z.boolean() }));

export type ManageNotice = z.infer<typeof noticeSchema>;

export const managedChangeSchema = z.extend(managedSchema, { message: z.string(), notice: noticeSchema });

export type ManagedChange = z.infer<typeof managedChangeSchema>;
