// Mailed links have keys of their own, so that they can move to a database with another secret. Without such a row they
// are derived from the secret; a restore writes them here, encrypted under the secret of the new place.

import { compactDecrypt } from "jose/jwe/compact/decrypt";
import { CompactEncrypt } from "jose/jwe/compact/encrypt";
import { ConfigError } from "../config-error.ts";
import { appliedMigrations } from "../database/migrate.ts";
import type { Db } from "../database/tables.ts";
import { deriveKey, type KeyOf } from "./derive-key.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    link_keys: LinkKeysTable;
  }
}

/** The id names the secret that opens the row, and says nothing about it. */
type LinkKeysTable = { id: string; encrypted: string };

/** The id names the keys, and says nothing about them. */
export type LinkKeys = { id: string; of: KeyOf };

/** In an encrypted backup. A plain one has only the id. */
export type CarriedLinkKeys = { id: string; keys?: Record<string, string> | undefined };

const DAMAGED =
  "the row of link_keys, which holds the keys of mailed links, is damaged. Restore a backup, or delete the row: then " +
  "links in e-mails sent before the last restore end";
const HAS_LINK_KEYS = "0028-link-keys";
const ENCRYPTION = { alg: "dir", enc: "A256GCM" } as const;

/** Throws ConfigError if the row is damaged. */
export async function openLinkKeys(db: Db, secret: string): Promise<LinkKeys> {
  const { id, keys = {} } = (await findCarried(db, secret)) ?? { id: nameOf(secret) };
  return {
    id,
    // A purpose that is newer than the backup has no key in it.
    of: (purpose) => (keys[purpose] ? Uint8Array.fromBase64(keys[purpose]) : deriveKey(secret, purpose)),
  };
}

/** Keys were restored, but under another secret. */
export async function areLinkKeysOfOthers(db: Db, secret: string): Promise<boolean> {
  const rows = await db.selectFrom("link_keys").select("id").execute();
  return rows.length > 0 && !rows.some(({ id }) => id === nameOf(secret));
}

export function carriedKeys({ id, of }: LinkKeys, purposes: readonly string[]): Required<CarriedLinkKeys> {
  return { id, keys: Object.fromEntries(purposes.map((purpose) => [purpose, of(purpose).toBase64()])) };
}

/** Keys of earlier secrets go: nothing must open what an old secret and a copy of the database open together. */
export async function adoptLinkKeys(trx: Db, carried: CarriedLinkKeys, secret: string): Promise<void> {
  const encrypted = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(carried)))
    .setProtectedHeader(ENCRYPTION)
    .encrypt(encryptionKeyOf(secret));
  await trx.deleteFrom("link_keys").execute();
  await trx
    .insertInto("link_keys")
    .values({ id: nameOf(secret), encrypted })
    .execute();
}

async function findCarried(db: Db, secret: string): Promise<CarriedLinkKeys | undefined> {
  // Commands run also on databases that wait for their upgrade.
  if (!(await appliedMigrations(db)).includes(HAS_LINK_KEYS)) return undefined;
  const row = await db.selectFrom("link_keys").selectAll().where("id", "=", nameOf(secret)).executeTakeFirst();
  if (!row) return undefined;
  const { plaintext } = await compactDecrypt(row.encrypted, encryptionKeyOf(secret), {
    keyManagementAlgorithms: [ENCRYPTION.alg],
    contentEncryptionAlgorithms: [ENCRYPTION.enc],
  }).catch(() => {
    throw new ConfigError(DAMAGED);
  });
  return JSON.parse(new TextDecoder().decode(plaintext));
}

function encryptionKeyOf(secret: string): Uint8Array {
  return deriveKey(secret, "encryption of link keys");
}

function nameOf(secret: string): string {
  return Buffer.from(deriveKey(secret, "name of link keys")).toString("base64url");
}
