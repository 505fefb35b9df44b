import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const SignInError = refusalsOf({
  bad_credentials: 401,
  account_inactive: 403,
});
