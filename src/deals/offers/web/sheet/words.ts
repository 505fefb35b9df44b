import type { Figure } from "#deals/offers/arithmetic.ts";
import { ALTERNATIVES, type Part } from "#deals/offers/offer.ts";
import { formatPercent } from "#deals/offers/percent.ts";
import type { GivenAnswer } from "#deals/offers/seller.ts";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";

export const PART_DESCRIPTIONS: Record<Part, string> = {
  value: "What we expect a buyer to pay once the house is repaired. The sales nearby are listed below.",
  repairs: "What it needs before it sells at that price. If the work costs more than this, we pay the difference.",
  buying: "What we pay to buy it from you, such as title and recording.",
  selling: "What we pay when we sell it again.",
  holding: "What the house costs each month while it is ours.",
  margin: "What we earn, and live on. If something goes wrong, it comes out of this.",
  hand: "The sum was not left as computed.",
};

/** "1.5% of $231,000", "5 months at $1,250" */
export function calculationText({ share, time }: Figure): string | undefined {
  if (share) return `${formatPercent(share.basisPoints)} of ${formatCents(share.ofCents)}`;
  return time && `${monthsText(time.months)} at ${formatCents(time.monthlyCents)}`;
}

/** "Changed by hand from $6,250 to $5,000: sold to a neighbor" */
export function byHandText({ byHand, cents, part }: Figure): string | undefined {
  if (!byHand) return undefined;
  const [from, to] = part === "hand" ? [byHand.fromCents, byHand.fromCents + cents] : [-byHand.fromCents, -cents];
  return `Changed by hand from ${formatCents(from)} to ${formatCents(to)}: ${byHand.reason}`;
}

export function monthsText(months: number): string {
  return months === 1 ? "1 month" : `${months} months`;
}

/** Uses a real minus sign, which is as wide as the plus. */
export function signedText(cents: number): string {
  return formatCents(cents).replace("-", "−");
}

/** ", $150,000, closing on Dec 11, 2026" */
export function answerDetails({ amountCents, alternative, closingDay }: GivenAnswer): string {
  return [
    alternative === "later" ? ALTERNATIVES.later : undefined,
    amountCents === undefined ? undefined : formatCents(amountCents),
    closingDay && `closing on ${formatDay(closingDay, "short")}`,
  ]
    .filter(Boolean)
    .map((detail) => `, ${detail}`)
    .join("");
}
