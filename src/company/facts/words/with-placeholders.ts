import * as z from "zod/mini";
import { PLACEHOLDERS, unknownPlaceholders } from "#company/facts/placeholders.ts";

export const withPlaceholders = <Text extends z.ZodMiniType<string>>(
  text: Text,
  known: readonly string[] = PLACEHOLDERS,
) =>
  text.check(
    z.refine((typed) => unknownPlaceholders(typed, known).length === 0, {
      error: ({ input }) =>
        `{${unknownPlaceholders(String(input), known)[0]}} is not known: use ${known.map((name) => `{${name}}`).join(", ")}`,
    }),
  );
