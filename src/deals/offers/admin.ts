import * as z from "zod/mini";
import { auditLogEntrySchema } from "#platform/audit-log.ts";
import { answerOf, storedSchema } from "#platform/shapes.ts";
import { versionSchema } from "#platform/version.ts";
import { offerFiguresSchema } from "./arithmetic.ts";
import { OFFER_STATES, offerContentSchema } from "./offer.ts";
import { givenAnswerSchema } from "./seller.ts";

export const adminOfferSchema = z.object({
  _id: z.string(),
  leadId: z.string(),
  /** Counts from 1 for each lead. */
  number: z.number(),
  state: z.enum(OFFER_STATES),
  content: storedSchema(offerContentSchema),
  figures: offerFiguresSchema,
  isExpired: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  sent: z.optional(z.object({ by: z.string(), at: z.string() })),
  ended: z.optional(z.object({ by: z.string(), at: z.string() })),
  /** Counts how often the seller opened the page. Reloads within ten minutes are one opening. */
  openings: z.object({ count: z.number(), firstAt: z.optional(z.string()), lastAt: z.optional(z.string()) }),
  /** Oldest first. */
  answers: z.array(givenAnswerSchema),
  /** The seller's private link exists once the offer is sent. API keys never get it. */
  url: z.optional(z.string()),
  version: z.number(),
});

export type AdminOffer = z.infer<typeof adminOfferSchema>;

const recipientSchema = z.object({
  name: z.string(),
  /** Without it, nothing can be mailed. */
  email: z.optional(z.string()),
  /** True if the person stopped e-mail, so that none is sent. */
  hasStoppedEmail: z.boolean(),
  place: z.optional(z.string()),
  stage: z.string(),
  /** What the seller asks, and what is to be paid back to a lender, as far as staff know. */
  askingCents: z.optional(z.number()),
  owedCents: z.optional(z.number()),
});

export type Recipient = z.infer<typeof recipientSchema>;

/** Newest first. */
export const offerListSchema = answerOf({
  offers: z.array(adminOfferSchema),
  recipient: recipientSchema,
});

export type OfferList = z.infer<typeof offerListSchema>;

export const offerAnswerSchema = answerOf({ offer: adminOfferSchema });

export type OfferAnswer = z.infer<typeof offerAnswerSchema>;

export const offerDetailsSchema = z.extend(offerAnswerSchema, {
  personId: z.string(),
  recipient: recipientSchema,
  history: z.array(auditLogEntrySchema),
});

export type OfferDetails = z.infer<typeof offerDetailsSchema>;

export const offerChangeSchema = z.extend(offerContentSchema, { version: versionSchema });

export type OfferChange = z.infer<typeof offerChangeSchema>;

export const offerVersionSchema = z.object({ version: versionSchema });

export const offerSentSchema = z.extend(offerAnswerSchema, {
  message: z.string(),
  isMailed: z.boolean(),
});

export type OfferSent = z.infer<typeof offerSentSchema>;

/** A median of fewer is not meaningful. */
export const MIN_COUNT = 5;
export const PROMPTNESS_WEEKS = 12;

const promptWeekSchema = z.object({
  from: z.string(),
  met: z.number(),
  offered: z.number(),
  /** Counts business minutes from the meeting to the first offer; null below MIN_COUNT offers. */
  median: z.nullable(z.number()),
});

export const promptnessSchema = answerOf({
  timeZone: z.string(),
  weeks: z.array(promptWeekSchema),
  /** Lists open leads that were met and have no offer, longest wait first, at most MAX_WAITING. */
  waiting: z.array(
    z.object({
      leadId: z.string(),
      personId: z.string(),
      name: z.string(),
      place: z.optional(z.string()),
      metAt: z.string(),
      minutes: z.number(),
    }),
  ),
  waitingTotal: z.number(),
});

export type Promptness = z.infer<typeof promptnessSchema>;

export const MAX_WAITING = 20;
