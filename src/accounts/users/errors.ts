import { refusalsOf } from "#platform/errors.ts";

export const UserError = refusalsOf({
  email_taken: 409,
  // Registering never refreshes, so the contract's 403 is safe.
  registration_closed: 403,
  last_admin: 409,
  self_change: 409,
  unconfirmed_account: 409,
});
