import { PRIVACY_REQUEST_PATH } from "#deals/privacy/privacy-request.ts";
import { createHashedLinks, type HashedLinks } from "#platform/server/links/hashed-links.ts";

export type VerificationLinks = HashedLinks;

export function createVerificationLinks(secret: string, publicUrl: string): VerificationLinks {
  return createHashedLinks(secret, { purpose: "privacy request", page: `${publicUrl}${PRIVACY_REQUEST_PATH}` });
}
