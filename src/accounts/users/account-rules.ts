import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { withCommas } from "#platform/text.ts";
import { describeFactorRule, factorRuleSchema } from "./factor-rule.ts";

export const REGISTRATION_LABELS = {
  open: "Open: anybody can make an account",
  closed: "Closed: only admins make and invite accounts",
} as const;

export type Registration = keyof typeof REGISTRATION_LABELS;

const MAX_EXPORT_ROWS = 1_000_000;
const ROWS_WANTED = `Please enter a number of rows from 0 to ${withCommas(MAX_EXPORT_ROWS)}`;

export const accountRulesSchema = z.object({
  registration: z.enum(["open", "closed"], "Please choose who may make an account"),
  /** By a person or a key. */
  exportRowsADay: z
    .number(ROWS_WANTED)
    .check(z.int(ROWS_WANTED), z.gte(0, ROWS_WANTED), z.lte(MAX_EXPORT_ROWS, ROWS_WANTED)),
  ...factorRuleSchema.shape,
});

export type AccountRules = z.infer<typeof accountRulesSchema>;

export const accountRulesChangesSchema = z.partial(accountRulesSchema);

export type AccountRulesChanges = z.infer<typeof accountRulesChangesSchema>;

export const accountRulesAnswerSchema = answerOf({ rules: accountRulesSchema });

export function describeRuleChanges(before: AccountRules, after: AccountRules): string[] {
  return [
    ...(before.registration === after.registration ? [] : [`registration ${after.registration}`]),
    ...(before.exportRowsADay === after.exportRowsADay
      ? []
      : [`exported rows a day ${withCommas(after.exportRowsADay)}`]),
    ...describeFactorRule(before, after),
  ];
}
