import * as z from "zod/mini";
import { userSchema } from "#accounts/users/user.ts";
import { adminBookingSchema } from "#inquiries/bookings/admin.ts";
import { adminContactMessageSchema } from "#inquiries/contact/admin.ts";
import { auditLogEntrySchema } from "#platform/audit-log.ts";
import { MIN_PHONE_DIGITS, phoneDigits } from "#platform/phone.ts";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { REQUEST_LIMITS, requestKindSchema } from "./privacy-request.ts";

const NO_EMAIL = "Please enter one e-mail address";

/** This is more lenient than the forms, because old records may have other addresses. */
export const personEmailSchema = lineSchema(TEXT_LIMITS.email, NO_EMAIL).check(z.regex(/^\S+@\S+$/, NO_EMAIL));

export const byEmailSchema = z.object({ email: personEmailSchema });

const NO_PERSON = "Please enter one e-mail address or phone number";

export const lookUpSchema = z.object({
  who: lineSchema(TEXT_LIMITS.email, NO_PERSON).check(
    z.refine(
      (text) => (text.includes("@") ? /^\S+@\S+$/.test(text) : phoneDigits(text).length >= MIN_PHONE_DIGITS),
      NO_PERSON,
    ),
  ),
});

export const privacyTaskSchema = z.object({
  _id: z.string(),
  kind: requestKindSchema,
  /** Missing once the request is answered or the person is erased. */
  email: z.optional(z.string()),
  words: z.optional(z.string()),
  confirmedAt: z.string(),
  /** yyyy-MM-dd */
  dueDay: z.string(),
  done: z.optional(z.object({ at: z.string(), by: z.string(), how: z.string() })),
});

export type PrivacyTask = z.infer<typeof privacyTaskSchema>;

export const privacyTasksSchema = answerOf({
  today: z.string(),
  /** Soonest due first. */
  open: z.array(privacyTaskSchema),
  /** Lists requests answered in the last year, latest first. */
  done: z.array(privacyTaskSchema),
});

export type PrivacyTasks = z.infer<typeof privacyTasksSchema>;

export const answerSchema = z.object({
  how: freeTextSchema(REQUEST_LIMITS.how, "Please say how the request was answered"),
});

export type RequestAnswer = z.infer<typeof answerSchema>;

export const answeredSchema = answerOf({ message: z.string(), request: privacyTaskSchema });

export type RequestAnswered = z.infer<typeof answeredSchema>;

export const personSchema = answerOf({
  email: z.string(),
  /** Missing if no inquiry came from the address. */
  personId: z.optional(z.string()),
  /** Newest first. */
  bookings: z.array(
    z.extend(
      z.pick(adminBookingSchema, {
        _id: true,
        firstName: true,
        lastName: true,
        status: true,
        meetingDate: true,
        meetingTime: true,
        propertyAddress: true,
      }),
      /** True if the meeting is on and has not started. */
      { isAhead: z.boolean() },
    ),
  ),
  /** Newest first. */
  messages: z.array(
    z.pick(adminContactMessageSchema, { _id: true, name: true, subject: true, status: true, createdAt: true }),
  ),
  accounts: z.array(z.pick(userSchema, { _id: true, email: true, role: true, isActive: true })),
  requests: z.array(privacyTaskSchema),
  calendarFeeds: z.number(),
  mails: z.number(),
  history: z.array(auditLogEntrySchema),
});

export type Person = z.infer<typeof personSchema>;

export const erasedSchema = answerOf({
  message: z.string(),
  erased: z.object({
    bookings: z.number(),
    contactMessages: z.number(),
    requests: z.number(),
    mails: z.number(),
    accounts: z.number(),
  }),
});

export type PersonErased = z.infer<typeof erasedSchema>;
