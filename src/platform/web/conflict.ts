import { ApiError } from "./api.ts";

export function conflictIn<Changed>(error: Error | null, key: string): Changed | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body[key] as Changed | undefined;
}
