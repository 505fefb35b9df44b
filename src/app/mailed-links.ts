import { findAuthSecret } from "#accounts/users/server/secret.ts";
import { OFFER_LINKS } from "#deals/offers/server/offer-links.ts";
import { VERIFICATION_LINKS } from "#deals/privacy/server/verification-links.ts";
import { MANAGE_LINKS } from "#inquiries/bookings/server/visitor/manage-links.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type CarriedLinkKeys, carriedKeys, openLinkKeys } from "#platform/server/links/link-keys.ts";
import type { Config } from "./config.ts";

/** Links about accounts end with a restore, and stop links have a key in a row of their own. */
export const MAILED_LINKS = [MANAGE_LINKS, OFFER_LINKS, VERIFICATION_LINKS];

/** For commands, which make no secret: its file must belong to the user of the site. */
export async function findCarriedKeys(db: Db, config: Config): Promise<CarriedLinkKeys | undefined> {
  const secret = findAuthSecret(config);
  return secret === undefined ? undefined : carriedKeys(await openLinkKeys(db, secret), MAILED_LINKS);
}
