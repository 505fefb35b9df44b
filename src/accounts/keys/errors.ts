import { refusalsOf } from "#platform/errors.ts";

/** 401 and 403 are safe here, because no page calls with a key. */
export const KeyError = refusalsOf({
  key_invalid: 401,
  key_scope: 403,
  key_origin: 403,
  key_name_taken: 409,
});
