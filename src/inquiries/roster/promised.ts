// Apart from its words, because the page that says them has no other use for a schema.
import * as z from "zod/mini";

export const promiseSchema = z.object({
  /** A first name. */
  name: z.string(),
  by: z.string(),
});

export type Promised = z.infer<typeof promiseSchema>;
