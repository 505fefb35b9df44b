import { refusalsOf } from "#platform/errors.ts";

export const SignInError = refusalsOf({
  bad_credentials: 401,
  account_inactive: 403,
  // The person is signed in, so 401 would end the session.
  wrong_password: 409,
  second_factor_required: 401,
  second_factor_wrong: 401,
  challenge_ended: 401,
  /** Pages answer 403 with a refresh, and learn from that answer where to go. */
  second_factor_due: 403,
  // Pages answer 403 with a refresh, so this is 409.
  fresh_proof_required: 409,
  /** The person is signed in, so 401 would end the session. */
  factor_refused: 409,
});
