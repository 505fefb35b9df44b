import { useFieldArray } from "react-hook-form";
import { OFFER_LIMITS } from "#deals/offers/offer.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { ByHandFields, type FieldsProps, Lines, Row } from "./fields.tsx";

export function CostsFields({ name, ...props }: FieldsProps & { name: "buying" | "selling" }) {
  const { form, field, wiringOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  return (
    <Lines
      {...wiringOf(name)}
      noun="cost"
      ids={fields.map(({ id }) => id)}
      max={OFFER_LIMITS.costs}
      onAdd={() => append({ label: "", cents: "", byHand: { cents: "", reason: "" } })}
      onRemove={remove}
    >
      {(index) => (
        <>
          <Row>
            <TextField {...field(`${name}.${index}.label`)} label="Cost" maxLength={OFFER_LIMITS.label} />
            <TextField {...field(`${name}.${index}.cents`)} label="Amount, or % of the value" />
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

export function TermsFields({ prefix, ...props }: TermsProps) {
  const { field } = props;
  return (
    <div className="grid gap-5">
      <HoldingFields path={`${prefix}holding`} {...props} />
      <div>
        <TextField {...field(`${prefix}margin.basisPoints`)} label="Our margin, % of the value" inputMode="decimal" />
        <ByHandFields path={`${prefix}margin.byHand`} of="the margin" {...props} />
      </div>
      <ByHandFields path={`${prefix}sum`} of="the sum" {...props} />
    </div>
  );
}

export function HoldingFields({
  path,
  ...props
}: FieldsProps & { path: "holding" | "later.holding" | "list.holding" }) {
  const { field } = props;
  return (
    <div>
      <Row>
        <TextField
          {...field(`${path}.months`)}
          label={path === "list.holding" ? "Months until it is sold" : "Months that we own it"}
          inputMode="decimal"
        />
        <TextField {...field(`${path}.monthlyCents`)} label="Cost of a month" inputMode="decimal" />
      </Row>
      <ByHandFields path={`${path}.byHand`} of="the cost of time" {...props} />
    </div>
  );
}

export function ClosingDaysFields({ path, ...props }: FieldsProps & { path: "closingDays" | "later.closingDays" }) {
  const { form, field, wiringOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: path });
  return (
    <div>
      <p className="mb-2 font-semibold">Closing days to choose from</p>
      <Lines
        {...wiringOf(path)}
        noun="day"
        ids={fields.map(({ id }) => id)}
        max={OFFER_LIMITS.closingDays}
        onAdd={() => append({ day: "" })}
        onRemove={remove}
      >
        {(index) => <TextField {...field(`${path}.${index}.day`)} label={`Day ${index + 1}`} type="date" />}
      </Lines>
    </div>
  );
}
