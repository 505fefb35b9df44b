import { authSecret, findAuthSecret } from "#accounts/users/server/secret.ts";
import { renewTokens } from "#accounts/users/server/sign-in/token-secret.ts";
import type { Config } from "#app/config.ts";
import type { Database } from "#platform/server/database/database.ts";
import { adoptLinkKeys, type CarriedLinkKeys, openLinkKeys } from "#platform/server/links/link-keys.ts";

const SAME_SECRET =
  "set AUTH_SECRET to that site's, or put its file auth-secret into DATA_DIR, before this site starts; an encrypted backup carries the key of the links";

/** Makes the tokens new, and keeps mailed links where the backup or the secret allows it. Returns what to tell. */
export async function restoreKeys(
  database: Database,
  config: Config,
  links: CarriedLinkKeys | undefined,
): Promise<string> {
  await database.transaction(async (trx) => {
    await renewTokens(trx);
    if (links?.keys) await adoptLinkKeys(trx, links, authSecret(config));
  });
  if (!links)
    return `Links in e-mails sent before go on only with the AUTH_SECRET of the site that made the backup: ${SAME_SECRET}.`;
  const secret = findAuthSecret(config);
  const isSame = secret !== undefined && (await openLinkKeys(database.read, secret)).id === links.id;
  if (isSame) return "Links in e-mails sent before go on working.";
  return `LINKS IN E-MAILS SENT BEFORE DO NOT WORK HERE: this backup holds no key of them. To keep them, ${SAME_SECRET}.`;
}
