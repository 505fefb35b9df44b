import type { FactorRule } from "#accounts/users/factor-rule.ts";
import type { AccountRulesTable } from "../table.ts";

type Columns = Pick<AccountRulesTable, "factor_required_at" | "factor_grace_days">;

export function toFactorRule({ factor_required_at, factor_grace_days }: Columns): FactorRule {
  return { factorRequired: factor_required_at !== null, factorGraceDays: factor_grace_days };
}

/** The days count from when the rule began: saving it again gives nobody more time. */
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
