import { type ComponentProps, type FocusEvent, memo } from "react";
import { type FieldPath, useWatch } from "react-hook-form";
import type { BookingInput } from "#inquiries/bookings/booking.ts";
import {
  BOOKING_LIMITS,
  PREFERRED_CONTACTS,
  PROPERTY_TYPES,
  SITUATIONS,
  TIMEFRAMES,
} from "#inquiries/bookings/choices.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Input, Textarea } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import type { VisitorForm } from "./visitor-input.ts";

type FieldName = FieldPath<BookingInput>;

type FieldSpec = {
  name: FieldName;
  label: string;
  hint?: string;
  /** Shares its row with its neighbours. */
  width?: "half";
  input?: ComponentProps<"input">;
  choices?: [string, string][];
  autoComplete?: string;
  optional?: boolean;
};

const choices = (labels: Record<string, string>) => Object.entries(labels);

export const ABOUT_YOU: FieldSpec[] = [
  {
    name: "firstName",
    label: "First name",
    width: "half",
    input: { autoComplete: "given-name", autoCapitalize: "words" },
  },
  {
    name: "lastName",
    label: "Last name",
    width: "half",
    input: { autoComplete: "family-name", autoCapitalize: "words" },
  },
  {
    name: "email",
    label: "Email",
    input: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false },
  },
  {
    name: "phone",
    label: "Phone",
    hint: "We use it only about this property",
    // "tel" would autofill +1 and national punctuation.
    input: { type: "tel", autoComplete: "tel-national", inputMode: "tel" },
  },
  { name: "preferredContact", label: "Preferred contact", choices: choices(PREFERRED_CONTACTS) },
];

export const PROPERTY: FieldSpec[] = [
  { name: "propertyAddress.street", label: "Street address", input: { autoComplete: "address-line1" } },
  { name: "propertyAddress.city", label: "City", width: "half", input: { autoComplete: "address-level2" } },
  {
    name: "propertyAddress.state",
    label: "State",
    width: "half",
    autoComplete: "address-level1",
    choices: Object.entries(US_STATES).map(([code, name]) => [code, `${name} (${code})`]),
  },
  {
    name: "propertyAddress.zipCode",
    label: "ZIP code",
    width: "half",
    input: { autoComplete: "postal-code", inputMode: "numeric", maxLength: 10 },
  },
  { name: "propertyType", label: "Property type", choices: choices(PROPERTY_TYPES) },
  { name: "currentSituation", label: "Current situation", choices: choices(SITUATIONS) },
  { name: "timeframeToSell", label: "Timeframe to sell", choices: choices(TIMEFRAMES) },
  { name: "meetingType", label: "Meeting type", choices: choices(MEETING_TYPE_LABELS) },
];

export function fieldId(name: string): string {
  return name.replaceAll(".", "-");
}

type Props = {
  field: FieldSpec;
  error: string | undefined;
  register: VisitorForm["register"];
  onLeave?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
};

export const TextOrChoiceField = memo(function TextOrChoiceField({ field, error, register, onLeave }: Props) {
  const registration = register(field.name, onLeave ? { onBlur: onLeave } : {});
  return (
    <Field
      id={fieldId(field.name)}
      label={field.label}
      hint={field.hint}
      error={error}
      optional={field.optional}
      className={field.width === "half" ? "booking-half" : ""}
    >
      {(wiring) =>
        field.choices ? (
          <Select
            {...wiring}
            {...registration}
            options={field.choices}
            emptyLabel="Choose one"
            autoComplete={field.autoComplete}
            aria-required={!field.optional}
          />
        ) : (
          <Input {...wiring} {...registration} {...field.input} aria-required={!field.optional} />
        )
      }
    </Field>
  );
});

/** Counts only close to the limit, because the number would distract before. */
const COUNTED_FROM = BOOKING_LIMITS.additionalInfo - 500;

type InfoProps = Pick<Props, "error"> & {
  form: VisitorForm;
};

export function AdditionalInfoField({ error, form: { register, control, getValues } }: InfoProps) {
  const { length } = useWatch({ control, name: "additionalInfo" }) ?? getValues("additionalInfo") ?? "";
  return (
    <Field
      id="additionalInfo"
      label="Additional information"
      optional
      hint={
        length > COUNTED_FROM
          ? `${(BOOKING_LIMITS.additionalInfo - length).toLocaleString("en-US")} characters left`
          : undefined
      }
      error={error}
    >
      {(wiring) => <Textarea {...wiring} {...register("additionalInfo")} autoComplete="off" />}
    </Field>
  );
}
