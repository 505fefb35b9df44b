import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const SignInError = refusalsOf({
  bad_credentials: 401,
  account_inactive: 403,
  // Of a person who is signed in, so that 401 would mean the session.
  wrong_password: 409,
  /** The password was right. The answer has a challenge for the second step. */
  second_factor_required: 401,
  second_factor_wrong: 401,
  /** Used, expired, or tried too often: sign in from the beginning. */
  challenge_ended: 401,
  /** 403, so that pages refresh, and learn from that answer where to go. */
  second_factor_due: 403,
  // Not 403, which pages answer with a refresh.
  fresh_proof_required: 409,
  /** Of a signed-in person: 409, because 401 would end the session. */
  factor_refused: 409,
});
