import { computeFigures, type OfferFigures } from "#deals/offers/arithmetic.ts";
import type { OfferContent } from "#deals/offers/offer.ts";
import { contentColumns, type OfferAnswersTable, type OffersTable } from "#deals/offers/server/table.ts";
import type { Lead } from "#people/leads/lead.ts";
import { addDays } from "#platform/dates.ts";
import { madeUpId, pick, type Random } from "./random.ts";
import { NO_WORDS, REPAIRS, STREETS } from "./words.ts";

const HOUR_MS = 3_600_000;
/** The site had no offers before then: only their amounts are known. */
const MAX_STORED_DAYS = 400;

export type MadeUpOffer = { content: OfferContent; figures: OfferFigures; at: Date };

export function madeUpOffer(random: Random, { at, day }: { at: Date; day: string }): MadeUpOffer {
  const between = (from: number, to: number, step: number) => step * Math.round((from + (to - from) * random()) / step);
  const value = between(14_000_000, 36_000_000, 50_000);
  const content: OfferContent = {
    value: {
      cents: value,
      comparables: Array.from({ length: 3 }, () => ({
        address: `${between(10, 9_800, 1)} ${pick(random, STREETS)}`,
        cents: between(value * 0.94, value * 1.06, 50_000),
        day: addDays(day, -between(20, 160, 1)),
        source: random() < 0.6 ? "County records" : "Listing service",
      })),
    },
    repairs: REPAIRS.filter(() => random() < 0.4).map(({ label, dollars }) => ({
      label,
      cents: between(dollars * 70, dollars * 130, 5_000),
    })),
    buying: [{ label: "Title and closing", basisPoints: 150 }],
    selling: [{ label: "Agents’ commission when we sell", basisPoints: 500 }],
    holding: { months: between(3, 6, 1), monthlyCents: between(90_000, 150_000, 5_000) },
    margin: { basisPoints: between(1_200, 1_900, 50) },
    closingDays: [21, 28, 42].map((days) => addDays(day, days)),
    validUntil: addDays(day, 14),
    note: "",
  };
  return { content, figures: computeFigures(content), at };
}

type Sent = { leadId: string; offer: MadeUpOffer; outcome: Pick<Lead, "lostReason" | "contractAt">; by: string };

export function offerRowsOf(
  { leadId, offer: { content, figures, at }, outcome, by }: Sent,
  { random, now }: { random: Random; now: Date },
): { offer: OffersTable; answers: OfferAnswersTable[] } | undefined {
  if (now.getTime() - at.getTime() > MAX_STORED_DAYS * 24 * HOUR_MS) return undefined;
  const openedAt = new Date(at.getTime() + HOUR_MS * (1 + 20 * random()));
  const isOpened = random() < 0.85 && openedAt < now;
  const sentAt = at.toISOString();
  const offer: OffersTable = {
    id: madeUpId(random, at),
    lead_id: leadId,
    number: 1,
    state: "sent",
    ...contentColumns(content, figures),
    version: 2,
    created_by: by,
    created_at: sentAt,
    updated_at: sentAt,
    sent_by: by,
    sent_at: sentAt,
    ended_by: null,
    ended_at: null,
    opened_count: isOpened ? 1 + Math.floor(3 * random()) : 0,
    first_opened_at: isOpened ? openedAt.toISOString() : null,
    last_opened_at: isOpened ? openedAt.toISOString() : null,
  };
  const answer = outcome.contractAt ? "yes" : outcome.lostReason === "price" ? "no" : undefined;
  if (!isOpened || !answer || random() < 0.3) return { offer, answers: [] };
  const answers = [
    {
      id: madeUpId(random, openedAt),
      offer_id: offer.id,
      answer,
      words: answer === "no" ? pick(random, NO_WORDS) : null,
      amount_cents: null,
      alternative: answer === "yes" ? ("cash" as const) : null,
      closing_day: answer === "yes" ? (content.closingDays[0] ?? null) : null,
      at: openedAt.toISOString(),
    },
  ] as const;
  return { offer, answers: [...answers] };
}
