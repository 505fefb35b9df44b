import { OFFER_LIMITS } from "#deals/offers/offer.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { HoldingFields, TermsFields } from "./costs-fields.tsx";
import { ByHandFields, type FieldsProps, TextField } from "./fields.tsx";
import { fieldId } from "./offer-input.ts";

export function LaterFields(props: FieldsProps) {
  const { form } = props;
  return (
    <div className="grid gap-5">
      <Checkbox {...form.register("hasLater")} id={fieldId("hasLater")} label="Show this choice" />
      {form.watch("hasLater") && (
        <>
          <TermsFields prefix="later." {...props} />
          <TextField
            path="later.why"
            label="Why it can be more"
            hint="The seller reads it"
            maxLength={OFFER_LIMITS.why}
            {...props}
          />
        </>
      )}
    </div>
  );
}

export function ListFields(props: FieldsProps) {
  const { form } = props;
  return (
    <div className="grid gap-5">
      <Checkbox {...form.register("hasList")} id={fieldId("hasList")} label="Show this choice" />
      {form.watch("hasList") && (
        <>
          <TextField path="list.priceCents" label="Price it would sell for" kind="amount" {...props} />
          <Checkbox
            {...form.register("list.isRepaired")}
            id={fieldId("list.isRepaired")}
            label="The seller makes the repairs first"
            hint="Then the repairs above come off"
          />
          <div>
            <TextField path="list.commission.basisPoints" label="Agents’ commission, %" kind="amount" {...props} />
            <ByHandFields path="list.commission.byHand" of="the commission" {...props} />
          </div>
          <div>
            <TextField path="list.closing.basisPoints" label="Seller’s closing costs, %" kind="amount" {...props} />
            <ByHandFields path="list.closing.byHand" of="the closing costs" {...props} />
          </div>
          <HoldingFields path="list.holding" {...props} />
        </>
      )}
    </div>
  );
}
