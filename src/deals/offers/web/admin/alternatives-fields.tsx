import { OFFER_LIMITS } from "#deals/offers/offer.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { ClosingDaysFields, HoldingFields, TermsFields } from "./costs-fields.tsx";
import { ByHandFields, type FieldsProps } from "./fields.tsx";

export function LaterFields(props: FieldsProps) {
  const { form, field } = props;
  return (
    <div className="grid gap-5">
      <Checkbox {...field("hasLater")} label="Show this choice" />
      {form.watch("hasLater") && (
        <>
          <TermsFields prefix="later." {...props} />
          <ClosingDaysFields path="later.closingDays" {...props} />
          <TextField
            {...field("later.why")}
            label="Why it can be more"
            hint="The seller reads it"
            maxLength={OFFER_LIMITS.why}
          />
        </>
      )}
    </div>
  );
}

export function ListFields(props: FieldsProps) {
  const { form, field } = props;
  return (
    <div className="grid gap-5">
      <Checkbox {...field("hasList")} label="Show this choice" />
      {form.watch("hasList") && (
        <>
          <TextField {...field("list.priceCents")} label="Price it would sell for" inputMode="decimal" />
          <Checkbox
            {...field("list.isRepaired")}
            label="The seller makes the repairs first"
            hint="Then the repairs above come off"
          />
          <div>
            <TextField {...field("list.commission.basisPoints")} label="Agents’ commission, %" inputMode="decimal" />
            <ByHandFields path="list.commission.byHand" of="the commission" {...props} />
          </div>
          <div>
            <TextField {...field("list.closing.basisPoints")} label="Seller’s closing costs, %" inputMode="decimal" />
            <ByHandFields path="list.closing.byHand" of="the closing costs" {...props} />
          </div>
          <HoldingFields path="list.holding" {...props} />
        </>
      )}
    </div>
  );
}
