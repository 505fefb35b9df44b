import { type FieldValues, type Path, type PathValue, useWatch } from "react-hook-form";
import { ROLE_LABELS, ROLES } from "#accounts/users/user.ts";
import { ALL_DUTIES, DUTIES, type Duty, hasAll } from "#platform/access/duties.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { FieldError } from "#platform/web/forms/field.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import type { Submission } from "#platform/web/forms/use-submit.ts";
import { useMay, useSession } from "#platform/web/hooks/use-session.ts";
import { Button } from "#platform/web/ui/button.tsx";

const PRESETS: Readonly<Record<string, readonly Duty[]>> = {
  Answers: ["answer"],
  Sells: ["answer", "sell"],
  Runs: ALL_DUTIES,
};

type RoleAndDuties = FieldValues & { role?: unknown; duties?: unknown; ownLeadsOnly?: unknown };
type Props<Input extends RoleAndDuties> = { submission: Pick<Submission<Input, unknown>, "form" | "field"> };

/** What a person may do. An admin gives no duty that they do not have. */
export function DutyFields<Input extends RoleAndDuties>({ submission: { form, field } }: Props<Input>) {
  const may = useMay();
  const isLimited = useSession().user?.ownLeadsOnly === true;
  const duties = "duties" as Path<Input>;
  const role = useWatch({ control: form.control, name: "role" as Path<Input> });
  const { id, error, ...wiring } = field(duties);
  const choose = (chosen: readonly Duty[]) => form.setValue(duties, [...chosen] as PathValue<Input, Path<Input>>);
  return (
    <>
      <SelectField
        {...field("role" as Path<Input>)}
        label="Role"
        options={ROLES.map((one) => [one, ROLE_LABELS[one]] as const)}
      />
      {role === "admin" && (
        <fieldset className="field" aria-describedby={error && `${id}-error`}>
          <legend className="field-label">Duties</legend>
          <p className="mt-1 mb-2 flex flex-wrap gap-2">
            {Object.entries(PRESETS).map(([name, preset]) => (
              <Button
                key={name}
                variant="outline"
                size="compact"
                disabled={!may(...preset)}
                onClick={() => choose(preset)}
              >
                {name}
              </Button>
            ))}
          </p>
          <div className="grid gap-2">
            {ALL_DUTIES.map((duty, index) => (
              <Checkbox
                key={duty}
                {...wiring}
                id={index === 0 ? id : `${id}-${duty}`}
                value={duty}
                label={DUTIES[duty].label}
                hint={DUTIES[duty].hint}
                disabled={!may(duty)}
              />
            ))}
          </div>
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </fieldset>
      )}
      {role === "admin" && (
        <Checkbox
          {...field("ownLeadsOnly" as Path<Input>)}
          label="Own and unclaimed leads only"
          hint="Leads that a colleague has are nowhere: not in lists, search, counts, exports or notifications."
          disabled={isLimited}
        />
      )}
    </>
  );
}

/** What a new admin has unless another choice is made. */
export function useOwnDuties(): Duty[] {
  const may = useMay();
  return ALL_DUTIES.filter((duty) => may(duty));
}

/** "All duties", or their names. */
export function dutiesText({ duties, ownLeadsOnly }: { duties: readonly Duty[]; ownLeadsOnly?: boolean | undefined }) {
  const text = hasAll(duties, ALL_DUTIES) ? "All duties" : duties.map((duty) => DUTIES[duty].label).join(", ");
  return ownLeadsOnly ? `${text}; own leads` : text;
}

/** A user has none, whatever stands in the hidden fields. */
export function withDuties<
  Given extends { role?: string | undefined; duties?: Duty[] | undefined; ownLeadsOnly?: boolean | undefined },
>({ duties, ownLeadsOnly, ...given }: Given) {
  const isAdmin = given.role === "admin";
  return {
    ...given,
    ...(isAdmin && duties && { duties }),
    ...(isAdmin && ownLeadsOnly !== undefined && { ownLeadsOnly }),
  };
}
