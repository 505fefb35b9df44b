// The form's values of an offer: amounts and percentages as typed. Paths are those of the content wherever they can be, so that
// errors of one apply to the other.
import * as z from "zod/mini";
import type { OfferChange } from "#deals/offers/admin.ts";
import { type ByHand, type Cost, type Holding, type OfferContent, offerContentSchema } from "#deals/offers/offer.ts";
import { formatPercent, parsePercent } from "#deals/offers/percent.ts";
import { formatCents, parseCents } from "#platform/money.ts";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

/** Both empty: the line is as computed. */
export type ByHandInput = { cents: string; reason: string };
/** "1.5%" is a share, anything else an amount. */
export type CostInput = { label: string; cents: string; byHand: ByHandInput };
export type HoldingInput = { months: string; monthlyCents: string; byHand: ByHandInput };
export type ShareInput = { basisPoints: string; byHand: ByHandInput };
export type ClosingDayInput = { day: string };

export type TermsInput = {
  holding: HoldingInput;
  margin: ShareInput;
  sum: ByHandInput;
  closingDays: ClosingDayInput[];
};

export type OfferInput = TermsInput & {
  value: { cents: string; comparables: { address: string; cents: string; day: string; source: string }[] };
  repairs: { label: string; cents: string }[];
  buying: CostInput[];
  selling: CostInput[];
  hasLater: boolean;
  later: TermsInput & { why: string };
  hasList: boolean;
  list: {
    priceCents: string;
    isRepaired: boolean;
    commission: ShareInput;
    closing: ShareInput;
    holding: HoldingInput;
  };
  validUntil: string;
  note: string;
  version: number;
};

export type OfferForm = SchemaForm<OfferInput, OfferChange>;

export const offerInputSchema = z.pipe(
  z.custom<OfferInput>(),
  z.transform((input: OfferInput, { issues }): OfferChange => {
    const { data, error } = offerContentSchema.safeParse(toContent(input, Number.NaN));
    if (data) return { ...data, version: input.version };
    for (const { path, message } of error.issues)
      issues.push({ code: "custom", path: formPathOf(path.join(".")).split("."), message, input });
    return z.NEVER;
  }),
);

/** `unreadable` stands where an amount cannot be read: 0 for sums while typing. An empty field is 0. */
export function toContent(input: OfferInput, unreadable: number): OfferContent {
  const cents = (text: string) => (text.trim() === "" ? 0 : (parseCents(text) ?? unreadable));
  const percent = (text: string) => (text.trim() === "" ? 0 : (parsePercent(text) ?? unreadable));
  const whole = (text: string) => (/^\d{0,3}$/.test(text.trim()) ? Number(text) : unreadable);
  const byHand = ({ cents: typed, reason }: ByHandInput): { byHand?: ByHand } =>
    typed.trim() || reason.trim() ? { byHand: { cents: cents(typed), reason } } : {};
  const share = (line: ShareInput) => ({ basisPoints: percent(line.basisPoints), ...byHand(line.byHand) });
  const holding = (line: HoldingInput): Holding => ({
    months: whole(line.months),
    monthlyCents: cents(line.monthlyCents),
    ...byHand(line.byHand),
  });
  const cost = ({ label, cents: typed, byHand: changed }: CostInput): Cost =>
    typed.includes("%") ? { label, basisPoints: percent(typed), ...byHand(changed) } : { label, cents: cents(typed) };
  const terms = ({ sum, closingDays, ...line }: TermsInput) => {
    const changed = byHand(sum).byHand;
    return {
      holding: holding(line.holding),
      margin: share(line.margin),
      ...(changed && { sum: changed }),
      closingDays: closingDays.map(({ day }) => day),
    };
  };
  const { value, later, list } = input;
  return {
    value: {
      cents: cents(value.cents),
      comparables: value.comparables.map((sale) => ({ ...sale, cents: cents(sale.cents) })),
    },
    repairs: input.repairs.map(({ label, cents: typed }) => ({ label, cents: cents(typed) })),
    buying: input.buying.map(cost),
    selling: input.selling.map(cost),
    ...terms(input),
    ...(input.hasLater && { later: { ...terms(later), why: later.why } }),
    ...(input.hasList && {
      list: {
        priceCents: cents(list.priceCents),
        isRepaired: list.isRepaired,
        commission: share(list.commission),
        closing: share(list.closing),
        holding: holding(list.holding),
      },
    }),
    validUntil: input.validUntil,
    note: input.note,
  };
}

const NOT_CHANGED: ByHandInput = { cents: "", reason: "" };

export function toInput({ content, version }: { content: OfferContent; version: number }): OfferInput {
  const { value, repairs, buying, selling, later, list, validUntil, note } = content;
  const terms = termsInput(content);
  return {
    value: { cents: typed(value.cents), comparables: value.comparables.map(withTyped) },
    repairs: repairs.map(withTyped),
    buying: buying.map(costInput),
    selling: selling.map(costInput),
    ...terms,
    hasLater: later !== undefined,
    later: later
      ? { ...termsInput(later), why: later.why }
      : { ...terms, sum: NOT_CHANGED, closingDays: [{ day: "" }], why: "" },
    hasList: list !== undefined,
    list: {
      priceCents: typed(list?.priceCents ?? 0),
      isRepaired: list?.isRepaired ?? false,
      commission: shareInput(list?.commission),
      closing: shareInput(list?.closing),
      holding: holdingInput(list?.holding),
    },
    validUntil,
    note,
    version,
  };
}

function termsInput({
  holding,
  margin,
  sum,
  closingDays,
}: Pick<OfferContent, "holding" | "margin" | "sum" | "closingDays">) {
  return {
    holding: holdingInput(holding),
    margin: shareInput(margin),
    sum: byHandInput(sum),
    closingDays: closingDays.map((day) => ({ day })),
  };
}

function costInput({ label, cents, basisPoints, byHand }: Cost): CostInput {
  const amount = basisPoints === undefined ? typed(cents ?? 0) : formatPercent(basisPoints);
  return { label, cents: amount, byHand: byHandInput(byHand) };
}

function holdingInput(holding: Holding | undefined): HoldingInput {
  const { months = 0, monthlyCents = 0, byHand } = holding ?? {};
  return { months: months === 0 ? "" : String(months), monthlyCents: typed(monthlyCents), byHand: byHandInput(byHand) };
}

function shareInput(share: OfferContent["margin"] | undefined): ShareInput {
  return {
    basisPoints: share?.basisPoints ? formatPercent(share.basisPoints) : "",
    byHand: byHandInput(share?.byHand),
  };
}

function byHandInput(byHand: ByHand | undefined): ByHandInput {
  return byHand ? { cents: formatCents(byHand.cents), reason: byHand.reason } : NOT_CHANGED;
}

function withTyped<Line extends { cents: number }>(line: Line): Omit<Line, "cents"> & { cents: string } {
  return { ...line, cents: typed(line.cents) };
}

function typed(cents: number): string {
  return cents === 0 ? "" : formatCents(cents);
}

/** Of a path of the content. */
export function formPathOf(path: string): string {
  return path.replace(/(closingDays\.\d+)$/, "$1.day").replace(/^((?:buying|selling)\.\d+)\.basisPoints$/, "$1.cents");
}
