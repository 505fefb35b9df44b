import { useFieldArray } from "react-hook-form";
import { OFFER_LIMITS } from "#deals/offers/offer.ts";
import { type FieldsProps, Lines, Row, TextField } from "./fields.tsx";

export function ValueFields(props: FieldsProps) {
  const { form, errorOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "value.comparables" });
  return (
    <div className="grid gap-5">
      <TextField
        path="value.cents"
        label="Value after repairs"
        hint="What a buyer would pay then"
        kind="amount"
        {...props}
      />
      <div>
        <p className="mb-2 font-semibold">Sales nearby</p>
        <Lines
          path="value.comparables"
          noun="sale"
          ids={fields.map(({ id }) => id)}
          most={OFFER_LIMITS.comparables}
          error={errorOf("value.comparables.root" as "value.comparables")}
          onAdd={() => append({ address: "", cents: "", day: "", source: "" })}
          onRemove={remove}
        >
          {(index) => (
            <>
              <Row>
                <TextField
                  path={`value.comparables.${index}.address`}
                  label="Address"
                  maxLength={OFFER_LIMITS.label}
                  {...props}
                />
                <TextField path={`value.comparables.${index}.cents`} label="Price" kind="amount" {...props} />
              </Row>
              <Row>
                <TextField path={`value.comparables.${index}.day`} label="Sold on" kind="date" {...props} />
                <TextField
                  path={`value.comparables.${index}.source`}
                  label="Source"
                  maxLength={OFFER_LIMITS.label}
                  {...props}
                />
              </Row>
            </>
          )}
        </Lines>
      </div>
    </div>
  );
}

export function RepairsFields(props: FieldsProps) {
  const { form, errorOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "repairs" });
  return (
    <Lines
      path="repairs"
      noun="repair"
      ids={fields.map(({ id }) => id)}
      most={OFFER_LIMITS.repairs}
      error={errorOf("repairs.root" as "repairs")}
      onAdd={() => append({ label: "", cents: "" })}
      onRemove={remove}
    >
      {(index) => (
        <Row>
          <TextField path={`repairs.${index}.label`} label="Repair" maxLength={OFFER_LIMITS.label} {...props} />
          <TextField path={`repairs.${index}.cents`} label="Amount" kind="amount" {...props} />
        </Row>
      )}
    </Lines>
  );
}
