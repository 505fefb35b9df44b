import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const OfferError = refusalsOf({
  /** The seller's link is right, and the offer no longer takes answers. */
  offer_closed: 409,
  /** Only a draft can be changed, sent or deleted, and only a sent offer withdrawn. */
  offer_sent: 409,
  offer_not_sent: 409,
  lead_ended: 409,
  /** What a seller may see is not complete yet. */
  offer_incomplete: 400,
});
