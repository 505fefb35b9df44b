import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. 401 and 403, because no page calls with a key. */
export const KeyError = refusalsOf({
  key_invalid: 401,
  key_scope: 403,
  key_name_taken: 409,
});
