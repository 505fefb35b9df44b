import { useFieldArray } from "react-hook-form";
import { OFFER_LIMITS } from "#deals/offers/offer.ts";
import { ByHandFields, type FieldsProps, Lines, Row, TextField } from "./fields.tsx";

export function CostsFields({ name, ...props }: FieldsProps & { name: "buying" | "selling" }) {
  const { form, errorOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  return (
    <Lines
      path={name}
      noun="cost"
      ids={fields.map(({ id }) => id)}
      most={OFFER_LIMITS.costs}
      error={errorOf(`${name}.root` as typeof name)}
      onAdd={() => append({ label: "", cents: "", byHand: { cents: "", reason: "" } })}
      onRemove={remove}
    >
      {(index) => (
        <>
          <Row>
            <TextField path={`${name}.${index}.label`} label="Cost" maxLength={OFFER_LIMITS.label} {...props} />
            <TextField path={`${name}.${index}.cents`} label="Amount, or % of the value" {...props} />
          </Row>
          {form.watch(`${name}.${index}.cents`).includes("%") && (
            <ByHandFields path={`${name}.${index}.byHand`} of="this cost" {...props} />
          )}
        </>
      )}
    </Lines>
  );
}

type TermsProps = FieldsProps & { prefix: "" | "later." };

/** What depends on the time that we have: it differs for the later alternative. */
export function TermsFields({ prefix, ...props }: TermsProps) {
  return (
    <div className="grid gap-5">
      <HoldingFields path={`${prefix}holding`} {...props} />
      <div>
        <TextField path={`${prefix}margin.basisPoints`} label="Our margin, % of the value" kind="amount" {...props} />
        <ByHandFields path={`${prefix}margin.byHand`} of="the margin" {...props} />
      </div>
      <ByHandFields path={`${prefix}sum`} of="the sum" {...props} />
      <ClosingDaysFields path={`${prefix}closingDays`} {...props} />
    </div>
  );
}

export function HoldingFields({
  path,
  ...props
}: FieldsProps & { path: "holding" | "later.holding" | "list.holding" }) {
  return (
    <div>
      <Row>
        <TextField
          path={`${path}.months`}
          label={path === "list.holding" ? "Months until it is sold" : "Months that we own it"}
          kind="amount"
          {...props}
        />
        <TextField path={`${path}.monthlyCents`} label="Cost of a month" kind="amount" {...props} />
      </Row>
      <ByHandFields path={`${path}.byHand`} of="the cost of time" {...props} />
    </div>
  );
}

function ClosingDaysFields({ path, ...props }: FieldsProps & { path: "closingDays" | "later.closingDays" }) {
  const { form, errorOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: path });
  return (
    <div>
      <p className="mb-2 font-semibold">Closing days to choose from</p>
      <Lines
        path={path}
        noun="day"
        ids={fields.map(({ id }) => id)}
        most={OFFER_LIMITS.closingDays}
        error={errorOf(`${path}.root` as typeof path)}
        onAdd={() => append({ day: "" })}
        onRemove={remove}
      >
        {(index) => <TextField path={`${path}.${index}.day`} label={`Day ${index + 1}`} kind="date" {...props} />}
      </Lines>
    </div>
  );
}
