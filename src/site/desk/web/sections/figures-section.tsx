import { FACT_LIMITS } from "#company/facts/limits.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup } from "../fields/fields.tsx";

const FIGURES = ["homesPurchased", "cashOffers", "averageClosing", "offerWithin"] as const;
const TITLES = ["First figure", "Second figure", "Third figure", "Fourth figure"];

export function FiguresSection() {
  const { field } = useDesk();
  return (
    <>
      {FIGURES.map((name, index) => (
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
      ))}
      <FieldGroup title="How soon an offer comes">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field("promises.offerWithin")}
            label="Within"
            hint="As in “24 hours”."
            maxLength={FACT_LIMITS.line}
          />
          <TextField
            {...field("promises.offerFrom")}
            label="Counted from"
            hint="As in “our visit”."
            maxLength={FACT_LIMITS.line}
          />
        </div>
        <ClaimFields
          path="claims.offerWithin"
          about={["promises.offerWithin", "promises.offerFrom"]}
          what="this promise"
        />
      </FieldGroup>
      <FieldGroup title="How long the closing takes">
        <TextField
          {...field("promises.closingIn")}
          label="On average"
          hint="As in “14 days”."
          maxLength={FACT_LIMITS.line}
        />
        <ClaimFields path="claims.closingIn" about={["promises.closingIn"]} what="this time" />
      </FieldGroup>
    </>
  );
}
