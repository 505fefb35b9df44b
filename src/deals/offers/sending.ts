// These rules must hold before an offer is sent. A draft may break any of them.
import { addDays, formatDay } from "#platform/dates.ts";
import type { FieldErrors } from "#platform/errors.ts";
import { formatCents } from "#platform/money.ts";
import type { OfferFigures } from "./arithmetic.ts";
import { OFFER_LIMITS, type OfferContent } from "./offer.ts";

/** Returns messages by dotted path; empty if the offer can be sent. `today` is the company's day. */
export function findProblems(content: OfferContent, figures: OfferFigures, today: string): FieldErrors {
  return {
    ...problemsOfValue(content, today),
    ...problemsOfSum("", content, { cents: figures.cash.cents, valueCents: content.value.cents }),
    ...problemsOfClosingDays("closingDays", content.closingDays, today),
    ...problemsOfValidity(content, today),
    ...(content.later && figures.later && problemsOfLater(content, content.later, figures, today)),
    ...(content.list && figures.list && problemsOfList(content.list, figures.list.cents)),
  };
}

function problemsOfValue({ value }: OfferContent, today: string): FieldErrors {
  const fields: FieldErrors = {};
  if (value.cents === 0) fields["value.cents"] = "Please enter the value after repairs";
  if (value.comparables.length === 0) fields["value.comparables"] = "Please name at least one sale nearby";
  for (const [index, { cents, day }] of value.comparables.entries()) {
    if (cents === 0) fields[`value.comparables.${index}.cents`] = "Please enter the price";
    if (day > today) fields[`value.comparables.${index}.day`] = `${shown(day)} is still ahead`;
  }
  return fields;
}

function shown(day: string): string {
  return formatDay(day, "short");
}

type Result = { cents: number; valueCents: number };

/** Assigns the message to the sum that was entered by hand, or else to the margin. */
function problemsOfSum(prefix: string, { sum }: Pick<OfferContent, "sum">, { cents, valueCents }: Result): FieldErrors {
  const path = `${prefix}${sum ? "sum.cents" : "margin.basisPoints"}`;
  if (valueCents === 0) return {};
  if (cents <= 0)
    return {
      [path]: `The costs are ${formatCents(valueCents - cents)}, the value ${formatCents(valueCents)}. Nothing would be left for the seller.`,
    };
  if (cents > valueCents)
    return {
      [path]: `The offer of ${formatCents(cents)} is higher than the value after repairs, ${formatCents(valueCents)}`,
    };
  return {};
}

function problemsOfClosingDays(path: string, days: readonly string[], today: string): FieldErrors {
  if (days.length === 0) return { [path]: "Please offer at least one closing day" };
  const last = addDays(today, OFFER_LIMITS.closingDaysAhead);
  const fields: FieldErrors = {};
  for (const [index, day] of days.entries()) {
    const name = `${path}.${index}`;
    if (day < today) fields[name] = `${shown(day)} is over`;
    else if (day > last) fields[name] = `${shown(day)} is more than two years ahead`;
    else if (days.indexOf(day) < index) fields[name] = `${shown(day)} is there twice`;
  }
  return fields;
}

function problemsOfValidity({ validUntil }: OfferContent, today: string): FieldErrors {
  if (validUntil < today) return { validUntil: `${shown(validUntil)} is over` };
  if (validUntil > addDays(today, OFFER_LIMITS.validDays))
    return {
      validUntil: `${shown(validUntil)} is too far: an offer is valid for at most ${OFFER_LIMITS.validDays} days`,
    };
  return {};
}

function problemsOfLater(
  content: OfferContent,
  later: NonNullable<OfferContent["later"]>,
  figures: OfferFigures,
  today: string,
): FieldErrors {
  const cents = figures.later?.cents ?? 0;
  const lastOfCash = [...content.closingDays].sort().at(-1) ?? today;
  const early = later.closingDays.findIndex((day) => day <= lastOfCash);
  return {
    ...(early >= 0 && {
      [`later.closingDays.${early}`]: `${shown(later.closingDays[early] ?? "")} is not later than ${shown(lastOfCash)}, the last day of cash now`,
    }),
    ...problemsOfClosingDays("later.closingDays", later.closingDays, today),
    ...(cents <= figures.cash.cents && {
      [later.sum ? "later.sum.cents" : "later.margin.basisPoints"]:
        `This comes to ${formatCents(cents)}, no more than cash now, ${formatCents(figures.cash.cents)}`,
    }),
    ...problemsOfSum("later.", later, { cents, valueCents: content.value.cents }),
  };
}

function problemsOfList(list: NonNullable<OfferContent["list"]>, cents: number): FieldErrors {
  if (list.priceCents === 0) return { "list.priceCents": "Please enter the price it would sell for" };
  return cents <= 0
    ? { "list.priceCents": `The costs are ${formatCents(list.priceCents - cents)}, higher than this price` }
    : {};
}
