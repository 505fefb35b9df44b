export type SignInsTables = { sign_ins: SignInsTable };

/** One sign-in of one person on one browser, from its first token to its last. */
export type SignInsTable = {
  id: string;
  user_id: string;
  /** SHA-256 of the refresh token that is good now, and of the one it replaced. */
  token_hash: string;
  previous_hash: string | null;
  /** Goes into the next token. */
  rotation_salt: string;
  created_at: string;
  refreshed_at: string;
};
