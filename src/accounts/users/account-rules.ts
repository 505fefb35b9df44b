import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { describeFactorRule, factorRuleSchema } from "./factor-rule.ts";

export const REGISTRATION_LABELS = {
  open: "Open: anybody can make an account",
  closed: "Closed: only admins make and invite accounts",
} as const;

export type Registration = keyof typeof REGISTRATION_LABELS;

export const accountRulesSchema = z.object({
  registration: z.enum(["open", "closed"], "Please choose who may make an account"),
  ...factorRuleSchema.shape,
});

export type AccountRules = z.infer<typeof accountRulesSchema>;

export const accountRulesChangesSchema = z.partial(accountRulesSchema);

export type AccountRulesChanges = z.infer<typeof accountRulesChangesSchema>;

export const accountRulesAnswerSchema = answerOf({ rules: accountRulesSchema });

export function describeRuleChanges(before: AccountRules, after: AccountRules): string[] {
  return [
    ...(before.registration === after.registration ? [] : [`registration ${after.registration}`]),
    ...describeFactorRule(before, after),
  ];
}
