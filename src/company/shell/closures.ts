import * as z from "zod/mini";

/** Ranges of days, including `to`. */
export const closuresSchema = z.object({
  success: z.literal(true),
  closures: z.array(z.object({ from: z.string(), to: z.string() })),
});

export type ClosuresAnswer = z.infer<typeof closuresSchema>;
