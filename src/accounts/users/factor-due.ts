import * as z from "zod/mini";

/** What requiring a second factor means for an account. */
export const factorDueSchema = z.object({
  /** True: the admin area opens once there is a second factor. */
  secondFactorDue: z.boolean(),
  /** From when on it is; null if none is missing. */
  secondFactorBy: z.nullable(z.string()),
});

export type FactorDue = z.infer<typeof factorDueSchema>;

export const NOTHING_DUE: FactorDue = { secondFactorDue: false, secondFactorBy: null };
