declare module "#platform/server/database/tables.ts" {
  interface Tables {
    totp_secrets: TotpSecretsTable;
    passkeys: PasskeysTable;
    recovery_codes: RecoveryCodesTable;
    sign_in_challenges: SignInChallengesTable;
  }
}

export type TotpSecretsTable = {
  user_id: string;
  secret: string;
  created_at: string;
  /** An app without a confirmed code does not count. */
  confirmed_at: string | null;
  last_step: number;
  last_used_at: string | null;
};

export type PasskeysTable = {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  /** The passkey works only on the host of PUBLIC_URL at the time it was made. */
  rp_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
};

export type RecoveryCodesTable = {
  code_hash: string;
  user_id: string;
  created_at: string;
  used_at: string | null;
};

/** Backups leave these challenges out. */
export type SignInChallengesTable = {
  token_hash: string;
  kind: "sign-in" | "passkey-sign-in" | "new-passkey" | "proof";
  user_id: string | null;
  session_id: string | null;
  tries: number;
  created_at: string;
  expires_at: string;
};
