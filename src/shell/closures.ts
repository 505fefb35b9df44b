import * as z from "zod/mini";

/** Closed days, each range with its last one. */
export const closuresSchema = z.object({
  success: z.literal(true),
  closures: z.array(z.object({ from: z.string(), to: z.string() })),
});

export type ClosuresAnswer = z.infer<typeof closuresSchema>;
