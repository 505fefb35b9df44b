// RFC 6238 as authenticator apps support it: SHA-1, six digits, steps of 30 seconds.
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
const DRIFT_STEPS = 1;

export function newTotpSecret(): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;
}

export function totpUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ issuer, label, secret }).toString();
}

export function totpStepOf(secret: string, { code, now }: { code: string; now: Date }): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta;
}
