// Refused bodies are kept for repair. They may be all that is known of a person, so that the export and the erasure find them.
import { createHash } from "node:crypto";
import { REFUSED_DAYS } from "#inquiries/added-leads/lead-key.ts";
import { emailKey } from "#platform/email.ts";
import { MIN_PHONE_DIGITS, phoneDigits } from "#platform/phone.ts";
import { announceChange } from "#platform/server/changes/unlogged-changes.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newRowId } from "#platform/server/ids.ts";
import { isJson, type Posted } from "./posted.ts";
import { deleteOldRefused, deleteRefused, insertRefused, listRefusedNaming } from "./store.ts";

const MAX_NAMES = 20;
/** Bounded like the longest address, and beginning where one does: otherwise it takes the square of a text's length. */
const EMAIL = /(?<![^\s"'<>()[\]{},;:=&])[^\s"'<>()[\]{},;:=&@]{1,64}@[^\s"'<>()[\]{},;:=&@]{1,255}/g;
const PHONE = /\+?\d[\d\s()./–—-]{5,18}\d/g;
const PHONE_DIGITS = 10;
const DAY_MS = 86_400_000;

type Refused = { keyId: string; posted: Posted; reason: string; isSample?: boolean; now: Date };

export async function keepRefused(trx: Db, { keyId, posted, reason, isSample = false, now }: Refused): Promise<void> {
  const { text } = posted;
  await lockNames(trx, [`refused ${keyId}`]);
  const row = {
    id: newRowId(),
    key_id: keyId,
    hash: createHash("sha256").update(text).digest("base64url"),
    body: text,
    reason,
    is_sample: isSample ? (1 as const) : (0 as const),
    at: now.toISOString(),
  };
  await insertRefused(trx, row, namesIn(posted));
  await announceChange(trx, { kind: "refused body", id: keyId }, now);
}

/** An unreadable body has no fields, and a form has its texts encoded. */
function namesIn({ text, fields }: Posted): string[] {
  const encoded = isJson(text) ? [text] : [...new URLSearchParams(text).values()];
  const plain = [...fields.map(([, value]) => value), ...(fields.length > 0 ? [] : encoded)].join("\n");
  const emails = (plain.match(EMAIL) ?? []).map(emailKey);
  const numbers = (plain.match(PHONE) ?? []).map(phoneDigits).filter((digits) => digits.length >= MIN_PHONE_DIGITS);
  // Another number may stand before it, such as a ZIP code.
  const phones = numbers.flatMap((digits) => [digits, digits.slice(-PHONE_DIGITS)]);
  // What was refused may be the address, and half an address names nobody.
  const isNamed = emails.some((email) => /@.+\../.test(email));
  return [...new Set([...emails, ...(isNamed ? [] : phones)])].slice(0, MAX_NAMES);
}

type Named = { email?: string | undefined; phones?: readonly (string | undefined)[] };

/** A number counts where a body has no address, because people share numbers. */
export async function refusedOf(db: Db, { email, phones = [] }: Named) {
  const digits = phones.flatMap((phone) => (phone ? phoneDigits(phone) : []));
  return listRefusedNaming(db, [...(email ? [emailKey(email)] : []), ...digits]);
}

export async function eraseRefusedOf(trx: Db, named: Named): Promise<number> {
  const bodies = await refusedOf(trx, named);
  for (const { id } of bodies) await deleteRefused(trx, id);
  return bodies.length;
}

export async function deleteOldBodies(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REFUSED_DAYS * DAY_MS);
  await database.transaction((trx) => deleteOldRefused(trx, before));
}
