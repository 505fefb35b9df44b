import * as z from "zod/mini";

const MAX_GRACE_DAYS = 90;
const DAYS_WANTED = `Please enter a number of days from 0 to ${MAX_GRACE_DAYS}`;

export const factorRuleSchema = z.object({
  factorRequired: z.boolean("Please choose whether admins need a second factor"),
  factorGraceDays: z
    .number(DAYS_WANTED)
    .check(z.int(DAYS_WANTED), z.gte(0, DAYS_WANTED), z.lte(MAX_GRACE_DAYS, DAYS_WANTED)),
});

export type FactorRule = z.infer<typeof factorRuleSchema>;

export function describeFactorRule(before: FactorRule, after: FactorRule): string[] {
  if (!after.factorRequired) return before.factorRequired ? ["second factor of admins not required"] : [];
  const isSame = before.factorRequired && before.factorGraceDays === after.factorGraceDays;
  return isSame ? [] : [`second factor of admins required, ${after.factorGraceDays} days of grace`];
}
