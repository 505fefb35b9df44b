import { refusalsOf } from "#platform/errors.ts";

export const BELONGS_TO_COLLEAGUE = "This person belongs to a colleague.";

export const ColleagueError = refusalsOf({ belongs_to_colleague: 409 });
