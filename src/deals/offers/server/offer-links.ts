import { OFFER_PATH } from "#deals/offers/seller.ts";
import { createSignedLinks, type SignedLinks } from "#platform/server/links/signed-links.ts";

export type OfferLinks = SignedLinks;

export function createOfferLinks(secret: string, publicUrl: string): OfferLinks {
  return createSignedLinks(secret, { purpose: "offer link", page: `${publicUrl}${OFFER_PATH}` });
}
