import { ApiError } from "./api.ts";

/** The record as another person has saved it, from a refused change. `key` is its name in the answer. */
export function conflictIn<Changed>(error: Error | null, key: string): Changed | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body[key] as Changed | undefined;
}
