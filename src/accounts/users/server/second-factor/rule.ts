import type { FactorRule } from "#accounts/users/factor-rule.ts";
import type { AccountRulesTable } from "../table.ts";

type Columns = Pick<AccountRulesTable, "factor_required_at" | "factor_grace_days">;

export function toFactorRule({ factor_required_at, factor_grace_days }: Columns): FactorRule {
  return { factorRequired: factor_required_at !== null, factorGraceDays: factor_grace_days };
}

/** The days count from the beginning of the rule: saving it again does not extend them. */
export function factorRuleColumns(
  { factorRequired, factorGraceDays }: Partial<FactorRule>,
  before: Columns,
  now: Date,
): Partial<Columns> {
  return {
    ...(factorRequired !== undefined && {
      factor_required_at: factorRequired ? (before.factor_required_at ?? now.toISOString()) : null,
    }),
    ...(factorGraceDays !== undefined && { factor_grace_days: factorGraceDays }),
  };
}
