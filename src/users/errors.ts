import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const UserError = refusalsOf({
  email_taken: 409,
  last_admin: 409,
  self_change: 409,
});
