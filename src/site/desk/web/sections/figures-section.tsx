import { FACT_LIMITS } from "#company/facts/limits.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup } from "../fields/fields.tsx";

const FIGURES = ["homesPurchased", "cashOffers", "averageClosing", "offerWithin"] as const;
const TITLES = ["First figure", "Second figure", "Third figure", "Fourth figure"];

export function FiguresSection() {
  const { field } = useDesk();
  return FIGURES.map((name, index) => (
    <FieldGroup key={name} title={TITLES[index] ?? ""}>
      <div className="grid gap-5 sm:grid-cols-[--spacing(48)_minmax(0,1fr)]">
        <TextField {...field(`figures.${name}.value`)} label="Figure" maxLength={FACT_LIMITS.figure} />
        <TextField {...field(`figures.${name}.label`)} label="Caption" maxLength={FACT_LIMITS.line} />
      </div>
      <ClaimFields
        path={`figures.${name}.claim`}
        about={[`figures.${name}.value`, `figures.${name}.label`]}
        what="this figure"
      />
    </FieldGroup>
  ));
}
