import * as z from "zod/mini";
import { type Stage, takesOffers } from "#people/leads/lead.ts";
import { answerOf, storedSchema } from "#platform/shapes.ts";
import { freeTextSchema } from "#platform/text.ts";
import { offerFiguresSchema } from "./arithmetic.ts";
import {
  ACCEPTABLE,
  ANSWERS,
  type Answer,
  centsSchema,
  daySchema,
  isExpired,
  OFFER_LIMITS,
  type OfferContent,
  type OfferState,
  offerContentSchema,
} from "./offer.ts";

/** Links append the secret as a fragment, which browsers do not send to servers. */
export const OFFER_PATH = "/offer";

const MAX_TOKEN_LENGTH = 200;

const tokenSchema = z
  .string("The link is not complete")
  .check(z.maxLength(MAX_TOKEN_LENGTH, "The link is not complete"));

/** An "open" offer takes answers. "closed" means that the lead is under contract, closed or lost. */
export const SELLER_STATES = ["open", "expired", "replaced", "withdrawn", "closed"] as const;
export type SellerState = (typeof SELLER_STATES)[number];

/** Undefined for a draft, which no seller sees. */
export function sellerStateOf(
  { state, content }: { state: OfferState; content: Pick<OfferContent, "validUntil"> },
  { stage, today }: { stage: Stage; today: string },
): SellerState | undefined {
  if (state === "draft") return undefined;
  if (!takesOffers(stage)) return "closed";
  if (state !== "sent") return state;
  return isExpired(content, today) ? "expired" : "open";
}

const ANSWER_VALUES = Object.keys(ANSWERS) as [Answer, ...Answer[]];

export const givenAnswerSchema = z.object({
  answer: z.enum(ANSWER_VALUES),
  text: z.optional(z.string()),
  amountCents: z.optional(z.number()),
  alternative: z.optional(z.enum(ACCEPTABLE)),
  closingDay: z.optional(z.string()),
  at: z.string(),
});

export type GivenAnswer = z.infer<typeof givenAnswerSchema>;

const shownOfferSchema = z.object({ content: storedSchema(offerContentSchema), figures: offerFiguresSchema });

export type ShownOffer = z.infer<typeof shownOfferSchema>;

export const sellerOfferSchema = z.object({
  state: z.enum(SELLER_STATES),
  name: z.string(),
  /** Missing if the address of the house is not known. */
  place: z.optional(z.string()),
  sentAt: z.string(),
  /** Missing if the offer was withdrawn, replaced or closed. */
  offer: z.optional(shownOfferSchema),
  /** Oldest first. */
  answers: z.array(givenAnswerSchema),
});

export type SellerOffer = z.infer<typeof sellerOfferSchema>;

export const viewSchema = z.object({ token: tokenSchema });

export const viewedSchema = answerOf({ offer: sellerOfferSchema });

export type Viewed = z.infer<typeof viewedSchema>;

export const answerSchema = z
  .object({
    token: tokenSchema,
    answer: z.enum(ANSWER_VALUES, "Please choose an answer"),
    text: z.optional(freeTextSchema(OFFER_LIMITS.text)),
    amountCents: z.optional(centsSchema),
    alternative: z.optional(z.enum(ACCEPTABLE, "Please choose what you accept")),
    closingDay: z.optional(daySchema),
  })
  .check(
    z.refine(({ answer, text }) => answer !== "question" || Boolean(text), {
      error: "Please write your question",
      path: ["text"],
    }),
    z.refine(({ answer, amountCents }) => answer !== "counter" || Boolean(amountCents), {
      error: "Please enter the amount that you have in mind",
      path: ["amountCents"],
    }),
  );

export type SentAnswer = z.infer<typeof answerSchema>;

export const answeredSchema = answerOf({ message: z.string(), offer: sellerOfferSchema });

export type Answered = z.infer<typeof answeredSchema>;
