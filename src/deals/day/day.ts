// What asks something of staff by the end of tomorrow, each lead in one of four lists.
import * as z from "zod/mini";
import { leadSchema } from "#deals/follow-up/admin.ts";
import { ANSWERS, type Answer } from "#deals/offers/offer.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import { waitSchema } from "#people/leads/claim.ts";
import { answerOf } from "#platform/shapes.ts";

export const MAX_DAY_LINES = 10;

const lineSchema = z.object({
  lead: leadSchema,
  /** Since when the person waits. */
  since: z.optional(z.string()),
  /** The clock on it, and who has it. */
  wait: z.optional(waitSchema),
  /** What they said or wrote last. */
  words: z.optional(z.string()),
  /** The next one ahead. */
  meeting: z.optional(
    z.object({
      _id: z.string(),
      meetingDate: z.string(),
      meetingTime: z.string(),
      meetingType: z.enum(Object.keys(MEETING_TYPES) as [keyof typeof MEETING_TYPES]),
    }),
  ),
  offer: z.optional(
    z.object({
      _id: z.string(),
      cents: z.number(),
      validUntil: z.string(),
      openings: z.number(),
      answer: z.optional(z.enum(Object.keys(ANSWERS) as [Answer, ...Answer[]])),
    }),
  ),
});

export type DayLine = z.infer<typeof lineSchema>;

const listSchema = z.object({ count: z.number(), lines: z.array(lineSchema) });

export type DayList = z.infer<typeof listSchema>;

export const DAY_LISTS = {
  waiting: "Waiting for you",
  due: "Due",
  meetings: "Meetings",
  offers: "Offers out",
} as const;
export type DayListName = keyof typeof DAY_LISTS;

export const DAY_LIST_NAMES = Object.keys(DAY_LISTS) as DayListName[];

export const daySchema = answerOf({
  /** Today on the company's calendar. */
  today: z.string(),
  /** The first have waited longest. */
  waiting: z.extend(listSchema, {
    /** Privacy requests, with the day by which the first must be answered. */
    requests: z.optional(z.object({ count: z.number(), dueDay: z.string() })),
  }),
  due: listSchema,
  meetings: listSchema,
  offers: listSchema,
  /** All other open leads that are awake. */
  later: z.number(),
  /** When the first step after tomorrow is due. */
  laterDay: z.optional(z.string()),
  /** How many sleep since the last seven days, until there is a sign of life. */
  asleep: z.number(),
  morningMail: z.boolean(),
});

export type Day = z.infer<typeof daySchema>;

export const morningMailSchema = z.object({ on: z.boolean("Please say whether the mail is wanted") });
