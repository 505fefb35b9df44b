import { OFFER_PATH } from "#deals/offers/seller.ts";
import type { KeyOf } from "#platform/server/links/derive-key.ts";
import { createSignedLinks, type SignedLinks } from "#platform/server/links/signed-links.ts";

export const OFFER_LINKS = "offer link";

export type OfferLinks = SignedLinks;

export function createOfferLinks(keyOf: KeyOf, publicUrl: string): OfferLinks {
  return createSignedLinks(keyOf, { purpose: OFFER_LINKS, page: `${publicUrl}${OFFER_PATH}` });
}
