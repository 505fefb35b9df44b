declare module "#platform/server/database/tables.ts" {
  interface Tables {
    totp_secrets: TotpSecretsTable;
    passkeys: PasskeysTable;
    recovery_codes: RecoveryCodesTable;
    sign_in_challenges: SignInChallengesTable;
  }
}

/** An authenticator app. */
export type TotpSecretsTable = {
  user_id: string;
  /** Base 32. */
  secret: string;
  created_at: string;
  /** Null until a code of the app was given: it does not count before. */
  confirmed_at: string | null;
  /** The latest step of 30 seconds whose code was used. */
  last_step: number;
  last_used_at: string | null;
};

export type PasskeysTable = {
  id: string;
  user_id: string;
  /** base64url, as is public_key (COSE). */
  credential_id: string;
  public_key: string;
  /** Stays 0 for authenticators that do not count. */
  counter: number;
  /** JSON: the authenticator's hints for browsers. */
  transports: string;
  /** The host of PUBLIC_URL when it was made: the passkey works on no other. */
  rp_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
};

/** 120 random bits each, so that a fast hash without salt protects them. */
export type RecoveryCodesTable = {
  /** SHA-256. */
  code_hash: string;
  user_id: string;
  created_at: string;
  used_at: string | null;
};

/** What a second step of signing in, a passkey or a proof answers. Left out of backups. */
export type SignInChallengesTable = {
  /** SHA-256. */
  token_hash: string;
  kind: "sign-in" | "passkey-sign-in" | "new-passkey" | "proof";
  /** Null for a passkey that says itself whose it is. */
  user_id: string | null;
  /** The session that asked; null before a sign-in. */
  session_id: string | null;
  tries: number;
  created_at: string;
  expires_at: string;
};
