import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const FollowUpError = refusalsOf({
  step_open: 409,
  lead_ended: 409,
  lead_joined: 409,
  lead_further: 409,
});
