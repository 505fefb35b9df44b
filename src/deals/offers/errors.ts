import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const OfferError = refusalsOf({
  /** The seller's link is valid, but the offer no longer takes answers. */
  offer_closed: 409,
  /** Only a draft can be changed, sent or deleted, and only a sent offer withdrawn. */
  offer_sent: 409,
  offer_not_sent: 409,
  lead_ended: 409,
  /** The offer is not complete enough for a seller. */
  offer_incomplete: 400,
});
