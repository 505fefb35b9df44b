import { createECDH } from "node:crypto";
import type { Database } from "#platform/server/database/database.ts";
import { deriveKey, keysOf } from "#platform/server/links/derive-key.ts";
import { createSignedLinks, type SignedLinks } from "#platform/server/links/signed-links.ts";
import { markStale } from "./store.ts";

/** How push services know the site (RFC 8292), and the tokens in what it sends. */
export type PushIdentity = {
  publicKey: string;
  privateKey: string;
  tokens: SignedLinks;
};

const CURVE = "prime256v1";
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const SCALAR_DIGITS = 64;

/** Devices that subscribed with another key are not rung before they subscribe anew. */
export async function openPushIdentity(database: Database, secret: string): Promise<PushIdentity> {
  const identity = pushIdentityOf(secret);
  await markStale(database, identity.publicKey);
  return identity;
}

/** Made of the secret, so that nothing more has to be kept. */
export function pushIdentityOf(secret: string): PushIdentity {
  // Twice the length of the order, so that the remainder favours no scalar.
  const random = Buffer.concat([deriveKey(secret, "push key"), deriveKey(secret, "push key, second half")]);
  const scalar = (BigInt(`0x${random.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(SCALAR_DIGITS, "0"), "hex");
  const curve = createECDH(CURVE);
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey("base64url"),
    privateKey: privateKey.toString("base64url"),
    tokens: createSignedLinks(keysOf(secret), { purpose: "push act", page: "" }),
  };
}

/** A point that is not on the curve would make every attempt fail. */
export function isCurvePoint(key: string): boolean {
  const curve = createECDH(CURVE);
  curve.generateKeys();
  try {
    curve.computeSecret(key, "base64url");
    return true;
  } catch {
    return false;
  }
}
