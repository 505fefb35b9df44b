import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const UserError = refusalsOf({
  email_taken: 409,
  // The contract has it: registering never refreshes.
  registration_closed: 403,
  last_admin: 409,
  self_change: 409,
  unconfirmed_account: 409,
});
