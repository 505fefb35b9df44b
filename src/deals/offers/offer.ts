// An offer starts from a house's value after repairs, and deducts costs and a margin to find the seller's price.
// All money is whole cents, all percentages are whole basis points (1% is 100).
import * as z from "zod/mini";
import { SELLER_ANSWERS } from "#people/leads/lead.ts";
import { isDay } from "#platform/dates.ts";
import { freeTextSchema, lineSchema } from "#platform/text.ts";

/** Text limits count characters, list limits count lines: the page has to fit on one printed sheet. */
export const OFFER_LIMITS = {
  cents: 10_000_000_000,
  marginBasisPoints: 5_000,
  shareBasisPoints: 5_000,
  months: 36,
  comparables: 5,
  repairs: 14,
  costs: 4,
  closingDays: 6,
  validDays: 180,
  closingDaysAhead: 730,
  label: 60,
  reason: 120,
  why: 300,
  note: 600,
  text: 2_000,
} as const;

export const PARTS = {
  value: "Value after repairs",
  repairs: "Repairs",
  buying: "Costs of buying",
  selling: "Costs of selling",
  holding: "Costs while we own it",
  margin: "Our margin",
  hand: "Changed by hand",
} as const;

export type Part = keyof typeof PARTS;

export const ALTERNATIVES = {
  cash: "Cash now",
  later: "More, with a later date",
  list: "List it with an agent instead",
} as const;

export type Alternative = keyof typeof ALTERNATIVES;

/** A seller can accept only these, because an agent's listing is not ours to offer. */
export const ACCEPTABLE = ["cash", "later"] as const satisfies readonly Alternative[];

export const ANSWERS = {
  yes: "Yes, go on",
  question: "Ask a question",
  counter: "Make a counter-proposal",
  no: "No, thank you",
} as const;

export type Answer = keyof typeof ANSWERS;

export const ANSWER_LABELS: Record<Answer, string> = SELLER_ANSWERS;

/** "replaced" means that a newer offer was sent. Only a draft can be changed or deleted. */
export const OFFER_STATES = ["draft", "sent", "withdrawn", "replaced"] as const;
export type OfferState = (typeof OFFER_STATES)[number];

const AMOUNT = "Please enter an amount between $0 and $100,000,000";
const PERCENT = "Please enter a percentage between 0 and 50";
const MONTHS = `Please enter 0 to ${OFFER_LIMITS.months} months`;

export const centsSchema = z.int(AMOUNT).check(z.gte(0, AMOUNT), z.lte(OFFER_LIMITS.cents, AMOUNT));
const shareSchema = z.int(PERCENT).check(z.gte(0, PERCENT), z.lte(OFFER_LIMITS.shareBasisPoints, PERCENT));
export const daySchema = z.string("Please choose a day").check(z.refine(isDay, "Please choose a day"));

/** Replaces a computed amount. The page shows both amounts and the reason. */
const byHandSchema = z.object({
  cents: centsSchema,
  reason: lineSchema(OFFER_LIMITS.reason, "Please say why it was changed by hand"),
});

export type ByHand = z.infer<typeof byHandSchema>;

const label = (missing: string) => lineSchema(OFFER_LIMITS.label, missing);

const comparableSchema = z.object({
  address: label("Please enter the address"),
  cents: centsSchema,
  day: daySchema,
  source: label("Please say where the price is from"),
});

const repairSchema = z.object({ label: label("Please name the repair"), cents: centsSchema });

/** A cost is a fixed amount or a share of the value after repairs. */
const costSchema = z
  .object({
    label: label("Please name the cost"),
    cents: z.optional(centsSchema),
    basisPoints: z.optional(shareSchema),
    byHand: z.optional(byHandSchema),
  })
  .check(
    z.refine(({ cents, basisPoints }) => (cents === undefined) !== (basisPoints === undefined), {
      error: "Please enter an amount or a percentage",
      path: ["cents"],
    }),
    z.refine(({ cents, byHand }) => cents === undefined || byHand === undefined, {
      error: "An amount that is entered needs no change by hand",
      path: ["byHand", "cents"],
    }),
  );

const holdingSchema = z.object({
  months: z.int(MONTHS).check(z.gte(0, MONTHS), z.lte(OFFER_LIMITS.months, MONTHS)),
  monthlyCents: centsSchema,
  byHand: z.optional(byHandSchema),
});

const marginSchema = z.object({ basisPoints: shareSchema, byHand: z.optional(byHandSchema) });

const closingDaysSchema = z
  .array(daySchema)
  .check(z.maxLength(OFFER_LIMITS.closingDays, `Please offer at most ${OFFER_LIMITS.closingDays} days`));

const shareLineSchema = z.object({ basisPoints: shareSchema, byHand: z.optional(byHandSchema) });

/** A seller who gives us time gets more, because holding costs or the margin are smaller. */
const laterSchema = z.object({
  holding: holdingSchema,
  margin: marginSchema,
  sum: z.optional(byHandSchema),
  closingDays: closingDaysSchema,
  why: lineSchema(OFFER_LIMITS.why, "Please say why it can be more"),
});

/** Compares with a sale through an agent. If the seller repairs first, the repairs of this offer are deducted. */
const listSchema = z.object({
  priceCents: centsSchema,
  isRepaired: z.boolean("Please say whether the seller repairs it first"),
  commission: shareLineSchema,
  closing: shareLineSchema,
  holding: holdingSchema,
});

export const offerContentSchema = z.object({
  value: z.object({
    cents: centsSchema,
    comparables: z
      .array(comparableSchema)
      .check(z.maxLength(OFFER_LIMITS.comparables, `Please name at most ${OFFER_LIMITS.comparables} sales`)),
  }),
  repairs: z
    .array(repairSchema)
    .check(z.maxLength(OFFER_LIMITS.repairs, `Please enter at most ${OFFER_LIMITS.repairs} repairs`)),
  buying: costsSchema(),
  selling: costsSchema(),
  holding: holdingSchema,
  margin: marginSchema,
  sum: z.optional(byHandSchema),
  closingDays: closingDaysSchema,
  later: z.optional(laterSchema),
  list: z.optional(listSchema),
  /** The seller can accept the offer until the end of this day, in the company's time zone. */
  validUntil: daySchema,
  note: freeTextSchema(OFFER_LIMITS.note),
});

function costsSchema() {
  return z.array(costSchema).check(z.maxLength(OFFER_LIMITS.costs, `Please enter at most ${OFFER_LIMITS.costs} costs`));
}

export type OfferContent = z.infer<typeof offerContentSchema>;
export type Cost = OfferContent["buying"][number];
export type Holding = OfferContent["holding"];

export function isExpired({ validUntil }: Pick<OfferContent, "validUntil">, today: string): boolean {
  return validUntil < today;
}
