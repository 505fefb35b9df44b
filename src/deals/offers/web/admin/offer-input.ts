// The form holds amounts and percentages as typed. Its paths match those of the content where possible, so that errors
// of one apply to the other.
import * as z from "zod/mini";
import type { OfferChange } from "#deals/offers/admin.ts";
import { type ByHand, type Cost, type Holding, type OfferContent, offerContentSchema } from "#deals/offers/offer.ts";
import { formatPercent, parsePercent } from "#deals/offers/percent.ts";
import { formatCents, parseCents } from "#platform/money.ts";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

type Share = OfferContent["margin"];

/** `unreadable` replaces amounts that cannot be parsed. An empty field is 0. */
function typedContent(unreadable: number) {
  const typed = (parse: (text: string) => number | undefined, format: (value: number) => string) =>
    z.codec(z.string(), z.custom<number>(), {
      decode: (text) => (text.trim() === "" ? 0 : (parse(text) ?? unreadable)),
      encode: (value) => (value === 0 ? "" : format(value)),
    });
  const cents = typed(parseCents, formatCents);
  const percent = typed(parsePercent, formatPercent);
  const months = typed((text) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined), String);
  /** If both are empty, the computed amount applies. */
  const byHand = z.codec(z.object({ cents: z.string(), reason: z.string() }), z.custom<ByHand | undefined>(), {
    decode: ({ cents: amount, reason }) =>
      amount.trim() || reason.trim() ? { cents: z.decode(cents, amount), reason } : undefined,
    encode: (changed) => (changed ? { ...changed, cents: formatCents(changed.cents) } : { cents: "", reason: "" }),
  });
  /** "1.5%" is a share, anything else an amount. */
  const cost = z.codec(z.object({ label: z.string(), cents: z.string(), byHand }), z.custom<Cost>(), {
    decode: ({ label, cents: amount, byHand: changed }) =>
      amount.includes("%")
        ? { label, basisPoints: z.decode(percent, amount), byHand: changed }
        : { label, cents: z.decode(cents, amount) },
    encode: ({ label, cents: amount = 0, basisPoints, byHand: changed }) => ({
      label,
      cents: basisPoints === undefined ? z.encode(cents, amount) : formatPercent(basisPoints),
      byHand: changed,
    }),
  });
  const day = z.codec(z.object({ day: z.string() }), z.string(), {
    decode: (line) => line.day,
    encode: (text) => ({ day: text }),
  });
  const share = z.codec(z.object({ basisPoints: percent, byHand }), z.custom<Share>(), {
    decode: (line) => line,
    encode: withByHand,
  });
  const holding = z.codec(z.object({ months, monthlyCents: cents, byHand }), z.custom<Holding>(), {
    decode: (line) => line,
    encode: withByHand,
  });
  const terms = { holding, margin: share, sum: byHand, closingDays: z.array(day) };
  const sale = z.object({ address: z.string(), cents, day: z.string(), source: z.string() });
  const form = z.object({
    value: z.object({ cents, comparables: z.array(sale) }),
    repairs: z.array(z.object({ label: z.string(), cents })),
    buying: z.array(cost),
    selling: z.array(cost),
    ...terms,
    hasLater: z.boolean(),
    later: z.object({ ...terms, why: z.string() }),
    hasList: z.boolean(),
    list: z.object({ priceCents: cents, isRepaired: z.boolean(), commission: share, closing: share, holding }),
    validUntil: z.string(),
    note: z.string(),
    version: z.number(),
  });
  return z.codec(form, z.custom<OfferContent & { version: number }>(), {
    decode: ({ hasLater, later, hasList, list, ...content }) => ({
      ...content,
      ...(hasLater && { later }),
      ...(hasList && { list }),
    }),
    encode: ({ later, list, ...content }) => ({
      ...content,
      sum: content.sum,
      hasLater: later !== undefined,
      later: later ? { ...later, sum: later.sum } : { ...content, sum: undefined, closingDays: [""], why: "" },
      hasList: list !== undefined,
      list: list ?? NO_LIST,
    }),
  });
}

function withByHand<Line extends { byHand?: ByHand | undefined }>(line: Line) {
  return { ...line, byHand: line.byHand };
}

const NO_LIST = {
  priceCents: 0,
  isRepaired: false,
  commission: { basisPoints: 0 },
  closing: { basisPoints: 0 },
  holding: { months: 0, monthlyCents: 0 },
};

/** Validation refuses amounts that cannot be parsed; the sums shown while typing count them as 0. */
const CHECKED = typedContent(Number.NaN);
const SUMMED = typedContent(0);

export type OfferInput = z.input<typeof CHECKED>;
export type OfferForm = SchemaForm<OfferInput, OfferChange>;

export const offerInputSchema = z.pipe(
  z.custom<OfferInput>(),
  z.transform((input: OfferInput, { issues }): OfferChange => {
    const { data, error } = offerContentSchema.safeParse(z.decode(CHECKED, input));
    if (data) return { ...data, version: input.version };
    for (const { path, message } of error.issues)
      issues.push({ code: "custom", path: formPathOf(path.join(".")).split("."), message, input });
    return z.NEVER;
  }),
);

export function contentWhileTyping(input: OfferInput): OfferContent {
  return z.decode(SUMMED, input);
}

/** "$1,250" equals "1250". */
export function isSameOffer(one: OfferInput, other: OfferInput): boolean {
  return JSON.stringify(z.decode(CHECKED, one)) === JSON.stringify(z.decode(CHECKED, other));
}

export function toInput({ content, version }: { content: OfferContent; version: number }): OfferInput {
  return z.encode(CHECKED, { ...content, version });
}

export function formPathOf(path: string): string {
  return path.replace(/(closingDays\.\d+)$/, "$1.day").replace(/^((?:buying|selling)\.\d+)\.basisPoints$/, "$1.cents");
}
