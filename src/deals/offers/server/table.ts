import { type OfferFigures, offerFiguresSchema } from "#deals/offers/arithmetic.ts";
import type { Alternative, Answer, OfferContent, OfferState } from "#deals/offers/offer.ts";
import type { GivenAnswer } from "#deals/offers/seller.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    offers: OffersTable;
    offer_answers: OfferAnswersTable;
  }
}

/** Triggers refuse changes to the content of a sent offer. */
export type OffersTable = {
  id: string;
  lead_id: string;
  number: number;
  state: OfferState;
  content: string;
  figures: string;
  valid_until: string;
  offer_cents: number;
  version: number;
  created_by: string;
  created_at: string;
  updated_at: string;
  sent_by: string | null;
  sent_at: string | null;
  ended_by: string | null;
  ended_at: string | null;
  opened_count: number;
  first_opened_at: string | null;
  last_opened_at: string | null;
};

/** A migration that renames one of these columns must replace the triggers that protect sent offers. */
export const OFFERS_READ_BY_TRIGGERS = [
  "lead_id",
  "number",
  "state",
  "content",
  "figures",
  "valid_until",
  "offer_cents",
  "sent_by",
  "sent_at",
] as const satisfies readonly (keyof OffersTable)[];

export type OfferAnswersTable = {
  id: string;
  offer_id: string;
  answer: Answer;
  words: string | null;
  amount_cents: number | null;
  alternative: Alternative | null;
  closing_day: string | null;
  at: string;
};

export type Offer = {
  id: string;
  leadId: string;
  number: number;
  state: OfferState;
  content: OfferContent;
  figures: OfferFigures;
  createdBy: string;
  createdAt: string;
  sent?: { by: string; at: string };
  ended?: { by: string; at: string };
  openings: { count: number; firstAt?: string; lastAt?: string };
  version: number;
};

export function toOffer(row: OffersTable): Offer {
  const { id, lead_id: leadId, number, state, version } = row;
  return {
    id,
    leadId,
    number,
    state,
    content: JSON.parse(row.content),
    figures: offerFiguresSchema.parse(JSON.parse(row.figures)),
    createdBy: row.created_by,
    createdAt: row.created_at,
    ...(row.sent_at !== null && { sent: { by: row.sent_by ?? "", at: row.sent_at } }),
    ...(row.ended_at !== null && { ended: { by: row.ended_by ?? "", at: row.ended_at } }),
    openings: {
      count: row.opened_count,
      ...(row.first_opened_at !== null && { firstAt: row.first_opened_at }),
      ...(row.last_opened_at !== null && { lastAt: row.last_opened_at }),
    },
    version,
  };
}

export function contentColumns(content: OfferContent, figures: OfferFigures) {
  return {
    content: JSON.stringify(content),
    figures: JSON.stringify(figures),
    valid_until: content.validUntil,
    offer_cents: figures.cash.cents,
  };
}

export type StoredAnswer = GivenAnswer & { id: string; offerId: string };

export function toAnswer(row: OfferAnswersTable): StoredAnswer {
  const { id, offer_id: offerId, answer, words, amount_cents, alternative, closing_day, at } = row;
  return {
    id,
    offerId,
    answer,
    ...(words !== null && { text: words }),
    ...(amount_cents !== null && { amountCents: amount_cents }),
    ...(alternative !== null && alternative !== "list" && { alternative }),
    ...(closing_day !== null && { closingDay: closing_day }),
    at,
  };
}
