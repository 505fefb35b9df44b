import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** A key of its own for each purpose, all from one secret: what one of them has signed means nothing to another. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
}
