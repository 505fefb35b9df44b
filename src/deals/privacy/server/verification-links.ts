import { PRIVACY_REQUEST_PATH } from "#deals/privacy/privacy-request.ts";
import type { KeyOf } from "#platform/server/links/derive-key.ts";
import { createHashedLinks, type HashedLinks } from "#platform/server/links/hashed-links.ts";

export const VERIFICATION_LINKS = "privacy request";

export type VerificationLinks = HashedLinks;

export function createVerificationLinks(keyOf: KeyOf, publicUrl: string): VerificationLinks {
  return createHashedLinks(keyOf, { purpose: VERIFICATION_LINKS, page: `${publicUrl}${PRIVACY_REQUEST_PATH}` });
}
