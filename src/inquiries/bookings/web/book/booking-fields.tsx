import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import {
  FORM_FACTS,
  FORM_PATHS,
  type FormPath,
  isAbout,
  isOptional,
  labelOf,
  offeredChoices,
} from "#inquiries/bookings/facts.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";
import type { Submission } from "#platform/web/forms/use-submit.ts";
import type { VisitorForm, VisitorInput } from "./visitor-input.ts";

type Look = {
  hint?: string;
  /** Shares its row with its neighbours. */
  isHalf?: true;
  type?: "email" | "tel";
  inputMode?: "numeric";
  maxLength?: number;
  autoComplete?: string;
  autoCapitalize?: "words";
  /** The first choice holds unless the visitor makes another. */
  isPreset?: true;
  /** How a choice is shown, if not by its label alone. */
  shown?: (value: string, label: string) => string;
};

const LOOKS: Partial<Record<FormPath, Look>> = {
  firstName: { isHalf: true, autoComplete: "given-name", autoCapitalize: "words" },
  lastName: { isHalf: true, autoComplete: "family-name", autoCapitalize: "words" },
  email: { type: "email", autoComplete: "email" },
  // "tel" would autofill +1 and national punctuation.
  phone: { type: "tel", autoComplete: "tel-national", hint: "Used only about this property" },
  preferredContact: { isPreset: true },
  "propertyAddress.street": { autoComplete: "address-line1" },
  "propertyAddress.city": { isHalf: true, autoComplete: "address-level2" },
  "propertyAddress.state": {
    isHalf: true,
    autoComplete: "address-level1",
    shown: (code, name) => `${name} (${code})`,
  },
  "propertyAddress.zipCode": { isHalf: true, autoComplete: "postal-code", inputMode: "numeric", maxLength: 10 },
};

export const ABOUT_YOU = FORM_PATHS.filter(isAbout("person"));
/** The ZIP code is asked first, because it fills in city and state. */
export const ZIP_CODE = "propertyAddress.zipCode";
export const PROPERTY = FORM_PATHS.filter(isAbout("place", "sale", "meeting")).filter((path) => path !== ZIP_CODE);

export function BookingField({ path, ...binding }: FieldBinding & { path: FormPath }) {
  const offered = offeredChoices(useFacts(), path);
  const { isHalf, isPreset, shown, ...look }: Look = LOOKS[path] ?? {};
  const optional = isOptional(path);
  const field = {
    autoComplete: "off",
    ...binding,
    ...look,
    label: labelOf(path),
    optional,
    "aria-required": !optional,
    className: isHalf ? "booking-half" : "",
  };
  if (!offered) return <TextField {...field} />;
  const options = Object.entries(offered).map(([value, label]) => [value, shown?.(value, label) ?? label] as const);
  return <SelectField {...field} options={options} {...(!isPreset && { emptyLabel: "Choose one" })} />;
}

/** The count appears only close to the limit, because it would distract before. */
const COUNTED_FROM = BOOKING_LIMITS.additionalInfo - 500;

export function AdditionalInfoField({
  form: { control, getValues },
  field,
}: Pick<Submission<VisitorInput, unknown>, "field"> & { form: VisitorForm }) {
  const [isOpen, setOpen] = useState(false);
  const { length } = useWatch({ control, name: "additionalInfo" }) ?? getValues("additionalInfo") ?? "";
  const left = BOOKING_LIMITS.additionalInfo - length;
  return (
    <details
      className="booking-more"
      open={isOpen || length > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="link">Anything else? (optional)</summary>
      <LongTextField
        {...field("additionalInfo")}
        label={FORM_FACTS.additionalInfo.label}
        optional
        hint={length > COUNTED_FROM ? `${left.toLocaleString("en-US")} characters left` : undefined}
        autoComplete="off"
      />
    </details>
  );
}
