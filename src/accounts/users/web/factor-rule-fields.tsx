import type { AccountRules } from "#accounts/users/account-rules.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import type { Submission } from "#platform/web/forms/use-submit.ts";

export function FactorRuleFields({ field }: Pick<Submission<AccountRules, AccountRules>, "field">) {
  return (
    <>
      <Checkbox
        {...field("factorRequired")}
        label="Admins need a second factor"
        hint="Afterwards an admin without one signs in as before, and sets one up before anything else."
      />
      <TextField
        {...field("factorGraceDays", { valueAsNumber: true })}
        label="Days to set it up"
        hint="From the day on which you first save this rule."
        type="number"
        min={0}
        max={90}
      />
    </>
  );
}
