import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const RosterError = refusalsOf({ lead_taken: 409, lead_not_waiting: 409 });
