import { ApiError } from "#platform/web/api.ts";

/** True if the chosen time cannot be booked any more, so that another choice helps. */
export function isSlotLost(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === "slot_taken" || error.code === "slot_not_offered");
}
