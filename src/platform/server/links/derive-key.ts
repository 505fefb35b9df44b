import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** A signature for one purpose is not valid for another. */
export type KeyOf = (purpose: string) => Uint8Array;

export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
}

export function keysOf(secret: string): KeyOf {
  return (purpose) => deriveKey(secret, purpose);
}
