import * as z from "zod/mini";
import { importQuerySchema } from "#platform/csv-import.ts";

/** Only an admin knows whether the people of a file still wait for an answer. */
export const inquiryImportQuerySchema = z.extend(importQuerySchema, {
  new: z.optional(z.enum(["true", "false"], "new must be true or false")),
});
