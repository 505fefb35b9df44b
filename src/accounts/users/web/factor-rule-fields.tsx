import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";

export const FACTOR_RULE_IDS = { factorRequired: "rules-factor-required", factorGraceDays: "rules-factor-days" };

type Name = keyof typeof FACTOR_RULE_IDS;

type Props = {
  register: (name: Name, options?: { valueAsNumber: true }) => UseFormRegisterReturn;
  errorOf: (name: Name) => string | undefined;
};

export function FactorRuleFields({ register, errorOf }: Props) {
  return (
    <>
      <Checkbox
        id={FACTOR_RULE_IDS.factorRequired}
        label="Admins need a second factor"
        hint="Afterwards an admin without one signs in as before, and sets one up before anything else."
        error={errorOf("factorRequired")}
        {...register("factorRequired")}
      />
      <Field
        id={FACTOR_RULE_IDS.factorGraceDays}
        label="Days to set it up"
        hint="From the day on which you first save this rule."
        error={errorOf("factorGraceDays")}
      >
        {(wiring) => (
          <Input {...wiring} {...register("factorGraceDays", { valueAsNumber: true })} type="number" min={0} max={90} />
        )}
      </Field>
    </>
  );
}
