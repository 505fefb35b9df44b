import { ApiError } from "./api.ts";

/** The record as somebody else has left it, where that is why a change was refused. `key` names it in the answer. */
export function conflictIn<Changed>(error: Error | null, key: string): Changed | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body[key] as Changed | undefined;
}
