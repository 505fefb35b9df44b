import type { Facts } from "#company/facts/schema.ts";
import type { Figure } from "#deals/offers/arithmetic.ts";
import { ALTERNATIVES, type Part } from "#deals/offers/offer.ts";
import { formatPercent } from "#deals/offers/percent.ts";
import type { GivenAnswer } from "#deals/offers/seller.ts";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";

/** What the company says of a line. A sum that was changed by hand has no words of its own. */
export function partWords(part: Part, { offers }: Pick<Facts["words"], "offers">): string {
  return part === "hand" ? "The sum was not left as computed." : offers[part];
}

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
