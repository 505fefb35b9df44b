// Figures follow from an offer's content. The server computes them again on sending; nobody can enter a total.
import * as z from "zod/mini";
import { type ByHand, type Holding, type OfferContent, PARTS, type Part } from "./offer.ts";

/** Each line adds its `cents` to the sum; costs are negative. */
export const figureSchema = z.object({
  part: z.enum(Object.keys(PARTS) as [Part, ...Part[]]),
  label: z.string(),
  cents: z.number(),
  share: z.optional(z.object({ basisPoints: z.number(), ofCents: z.number() })),
  time: z.optional(z.object({ months: z.number(), monthlyCents: z.number() })),
  /** `fromCents` was computed before staff changed it. */
  byHand: z.optional(z.object({ fromCents: z.number(), reason: z.string() })),
});

export type Figure = z.infer<typeof figureSchema>;

/** The figures always add up to `cents`. */
const sumSchema = z.object({ figures: z.array(figureSchema), cents: z.number() });

export type Sum = z.infer<typeof sumSchema>;

export const offerFiguresSchema = z.object({
  cash: sumSchema,
  later: z.optional(sumSchema),
  list: z.optional(sumSchema),
});

export type OfferFigures = z.infer<typeof offerFiguresSchema>;

const WHOLE = 10_000;
const DOLLAR = 100;

/** Rounds to the nearest whole dollar, half a dollar up. The product stays below 2^53, so it is exact. */
export function shareOf(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints + (WHOLE * DOLLAR) / 2) / (WHOLE * DOLLAR)) * DOLLAR;
}

export function computeFigures(content: OfferContent): OfferFigures {
  const { later, list } = content;
  return {
    cash: purchase(content, content),
    ...(later && { later: purchase(content, later) }),
    ...(list && { list: listing(content, list) }),
  };
}

type Terms = Pick<OfferContent, "holding" | "margin" | "sum">;

function purchase(content: OfferContent, { holding, margin, sum }: Terms): Sum {
  const { value } = content;
  const figures: Figure[] = [
    { part: "value", label: PARTS.value, cents: value.cents },
    ...repairsOf(content),
    ...costsOf("buying", content),
    ...costsOf("selling", content),
    holdingFigure(holding, "Taxes, insurance and utilities"),
    { part: "margin", label: PARTS.margin, ...shareFigure(margin, value.cents) },
  ];
  return withSumByHand(figures, sum);
}

function listing(
  content: OfferContent,
  { priceCents, isRepaired, commission, closing, holding }: NonNullable<OfferContent["list"]>,
): Sum {
  const figures: Figure[] = [
    { part: "value", label: isRepaired ? "Price, repaired" : "Price, as it stands", cents: priceCents },
    ...(isRepaired ? repairsOf(content) : []),
    { part: "selling", label: "Agents’ commission", ...shareFigure(commission, priceCents) },
    { part: "selling", label: "Your closing costs", ...shareFigure(closing, priceCents) },
    holdingFigure(holding, "Your costs until it is sold"),
  ];
  return { figures, cents: total(figures) };
}

function repairsOf({ repairs }: OfferContent): Figure[] {
  return repairs.map(({ label, cents }) => ({ part: "repairs", label, cents: cost(cents) }));
}

function costsOf(part: "buying" | "selling", content: OfferContent): Figure[] {
  return content[part].map(({ label, cents, basisPoints, byHand }) =>
    basisPoints === undefined
      ? { part, label, cents: cost(cents ?? 0) }
      : { part, label, ...shareFigure({ basisPoints, byHand }, content.value.cents) },
  );
}

function shareFigure({ basisPoints, byHand }: { basisPoints: number; byHand?: ByHand | undefined }, ofCents: number) {
  return { ...changed(shareOf(ofCents, basisPoints), byHand), share: { basisPoints, ofCents } };
}

function holdingFigure({ months, monthlyCents, byHand }: Holding, label: string): Figure {
  return { part: "holding", label, ...changed(months * monthlyCents, byHand), time: { months, monthlyCents } };
}

function changed(computed: number, byHand: ByHand | undefined): Pick<Figure, "cents" | "byHand"> {
  if (!byHand) return { cents: cost(computed) };
  return { cents: cost(byHand.cents), byHand: { fromCents: cost(computed), reason: byHand.reason } };
}

/** A sum that was changed by hand gets a line of its own, so that the lines still add up. */
function withSumByHand(figures: Figure[], sum: ByHand | undefined): Sum {
  const computed = total(figures);
  if (!sum) return { figures, cents: computed };
  const { cents, reason } = sum;
  const line: Figure = {
    part: "hand",
    label: PARTS.hand,
    cents: cents - computed,
    byHand: { fromCents: computed, reason },
  };
  return { figures: [...figures, line], cents };
}

export function total(figures: readonly Figure[]): number {
  return figures.reduce((sum, { cents }) => sum + cents, 0);
}

export type PartSum = { part: Part; cents: number; figures: Figure[] };

export function partsOf({ figures }: Sum): PartSum[] {
  return (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const own = figures.filter((figure) => figure.part === part);
    return own.length > 0 ? [{ part, cents: total(own), figures: own }] : [];
  });
}

export type Difference = { part: Part; cents: number; insteadOf: number };

/** What makes one sum another, part by part. */
export function differencesOf(sum: Sum, from: Sum): Difference[] {
  const before = new Map(partsOf(from).map(({ part, cents }) => [part, cents]));
  const after = new Map(partsOf(sum).map(({ part, cents }) => [part, cents]));
  return (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const [cents, insteadOf] = [after.get(part) ?? 0, before.get(part) ?? 0];
    return cents === insteadOf ? [] : [{ part, cents, insteadOf }];
  });
}

/** Avoids -0, which JSON and databases do not preserve. */
function cost(cents: number): number {
  return cents === 0 ? 0 : -cents;
}
