import { ApiError } from "#platform/web/api.ts";

/** Whether the chosen time cannot be booked any more, which another one mends. */
export function isSlotLost(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === "slot_taken" || error.code === "slot_not_offered");
}
