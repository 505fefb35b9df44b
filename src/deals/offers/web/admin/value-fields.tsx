import { useFieldArray } from "react-hook-form";
import { OFFER_LIMITS } from "#deals/offers/offer.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { type FieldsProps, Lines, Row } from "./fields.tsx";

export function ValueFields(props: FieldsProps) {
  const { form, field, wiringOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "value.comparables" });
  return (
    <div className="grid gap-5">
      <TextField
        {...field("value.cents")}
        label="Value after repairs"
        hint="What a buyer would pay then"
        inputMode="decimal"
      />
      <div>
        <p className="mb-2 font-semibold">Sales nearby</p>
        <Lines
          {...wiringOf("value.comparables")}
          noun="sale"
          ids={fields.map(({ id }) => id)}
          max={OFFER_LIMITS.comparables}
          onAdd={() => append({ address: "", cents: "", day: "", source: "" })}
          onRemove={remove}
        >
          {(index) => (
            <>
              <Row>
                <TextField
                  {...field(`value.comparables.${index}.address`)}
                  label="Address"
                  maxLength={OFFER_LIMITS.label}
                />
                <TextField {...field(`value.comparables.${index}.cents`)} label="Price" inputMode="decimal" />
              </Row>
              <Row>
                <TextField {...field(`value.comparables.${index}.day`)} label="Sold on" type="date" />
                <TextField
                  {...field(`value.comparables.${index}.source`)}
                  label="Source"
                  maxLength={OFFER_LIMITS.label}
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
  const { form, field, wiringOf } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "repairs" });
  return (
    <Lines
      {...wiringOf("repairs")}
      noun="repair"
      ids={fields.map(({ id }) => id)}
      max={OFFER_LIMITS.repairs}
      onAdd={() => append({ label: "", cents: "" })}
      onRemove={remove}
    >
      {(index) => (
        <Row>
          <TextField {...field(`repairs.${index}.label`)} label="Repair" maxLength={OFFER_LIMITS.label} />
          <TextField {...field(`repairs.${index}.cents`)} label="Amount" inputMode="decimal" />
        </Row>
      )}
    </Lines>
  );
}
