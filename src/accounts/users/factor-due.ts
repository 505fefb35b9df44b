import * as z from "zod/mini";

export const factorDueSchema = z.object({
  secondFactorDue: z.boolean(),
  secondFactorBy: z.nullable(z.string()),
});

export type FactorDue = z.infer<typeof factorDueSchema>;

export const NOTHING_DUE: FactorDue = { secondFactorDue: false, secondFactorBy: null };
