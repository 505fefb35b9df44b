import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { BOOKING_LIMITS, SITUATIONS } from "#inquiries/bookings/choices.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { splitAddress } from "#inquiries/calls/address-line.ts";
import { CALL_LIMITS, type NewCall } from "#inquiries/calls/call.ts";
import { formatPhone } from "#platform/phone.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Input, Textarea } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";
import { CALL_IDS, type CallForm, OTHER } from "./call-form.ts";
import { useKnownCampaigns } from "./queries.ts";

export type FieldsProps = {
  form: SchemaForm<CallForm, NewCall>;
  errorOf: (name: keyof typeof CALL_IDS) => string | undefined;
};

export function PersonFields({ form: { register, setValue }, errorOf }: FieldsProps) {
  return (
    <>
      <Field id={CALL_IDS.name} label="Name" error={errorOf("name")}>
        {(wiring) => (
          <Input {...wiring} {...register("name")} data-autofocus="" maxLength={CALL_LIMITS.name} autoComplete="off" />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={CALL_IDS.phone} label="Phone" error={errorOf("phone")}>
          {(wiring) => (
            <Input
              {...wiring}
              {...register("phone", { onBlur: ({ target }) => setValue("phone", formatPhone(target.value)) })}
              type="tel"
              autoComplete="off"
            />
          )}
        </Field>
        <Field id={CALL_IDS.email} label="Email" optional error={errorOf("email")}>
          {(wiring) => <Input {...wiring} {...register("email")} type="email" autoComplete="off" />}
        </Field>
      </div>
    </>
  );
}

const STATES = Object.entries(US_STATES);

/** A whole address in the first field fills all four. */
export function PropertyFields({ form: { register, getValues, setValue }, errorOf }: FieldsProps) {
  const { company } = useFacts();
  const spread = (line: string) => {
    const found = splitAddress(line);
    const before = getValues("property");
    setValue("property", {
      street: found.street,
      city: found.city || before.city,
      state: found.state || before.state || (found.street && company.address.state),
      zipCode: found.zipCode || before.zipCode,
    });
    return found;
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="legend mb-2">Where the house stands</legend>
      <Field
        id={CALL_IDS["property.street"]}
        label="Street address"
        optional
        hint={`Or all of it: 12 Elm St, ${company.address.city}, ${company.address.state} ${company.address.zipCode}`}
        error={errorOf("property.street")}
      >
        {(wiring) => (
          <Input
            {...wiring}
            {...register("property.street", { onBlur: ({ target }) => void spread(target.value) })}
            maxLength={BOOKING_LIMITS.street}
            autoComplete="off"
            onPaste={(event) => {
              const { city, zipCode } = splitAddress(event.clipboardData.getData("text"));
              if (event.currentTarget.value !== "" || !(city || zipCode)) return;
              event.preventDefault();
              spread(event.clipboardData.getData("text"));
            }}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field id={CALL_IDS["property.city"]} label="City" optional error={errorOf("property.city")}>
          {(wiring) => (
            <Input {...wiring} {...register("property.city")} maxLength={BOOKING_LIMITS.city} autoComplete="off" />
          )}
        </Field>
        <Field id={CALL_IDS["property.state"]} label="State" optional error={errorOf("property.state")}>
          {(wiring) => <Select {...wiring} {...register("property.state")} emptyLabel="Not said" options={STATES} />}
        </Field>
        <Field id={CALL_IDS["property.zipCode"]} label="ZIP code" optional error={errorOf("property.zipCode")}>
          {(wiring) => <Input {...wiring} {...register("property.zipCode")} inputMode="numeric" autoComplete="off" />}
        </Field>
      </div>
    </fieldset>
  );
}

export function SituationField({ form: { register }, errorOf }: FieldsProps) {
  return (
    <Field id={CALL_IDS.situation} label="Situation" optional error={errorOf("situation")}>
      {(wiring) => (
        <Select {...wiring} {...register("situation")} emptyLabel="Not said" options={Object.entries(SITUATIONS)} />
      )}
    </Field>
  );
}

export function HeardField({ form: { register, control }, errorOf }: FieldsProps) {
  const campaigns = useKnownCampaigns();
  const choice = useWatch({ control, name: "heardChoice" });
  const known = campaigns.map(({ name, source, campaign }) => [JSON.stringify({ source, campaign }), name] as const);
  // A kept choice stays, whether or not its campaign is loaded yet.
  const isUnknown = choice !== "" && choice !== OTHER && !known.some(([value]) => value === choice);
  return (
    <div className="grid content-start gap-3">
      <Field id={CALL_IDS.heardChoice} label="How they heard of us" optional>
        {(wiring) => (
          <Select
            {...wiring}
            {...register("heardChoice")}
            emptyLabel="Not said"
            options={[
              ...known,
              ...(isUnknown ? [[choice, JSON.parse(choice).campaign] as const] : []),
              [OTHER, "In their words…"],
            ]}
          />
        )}
      </Field>
      {choice === OTHER && (
        <Field id={CALL_IDS["heard.source"]} label="In their words" error={errorOf("heard.source")}>
          {(wiring) => (
            <Input {...wiring} {...register("heard.source")} maxLength={CALL_LIMITS.heard} autoComplete="off" />
          )}
        </Field>
      )}
    </div>
  );
}

const REACHED = [
  ["yes", "Reached: we spoke with them"],
  ["no", "Not reached: they wait for our answer"],
] as const;

/** Who is not reached stays a new lead, and staff are reminded. */
export function ReachedField({ form: { register }, errorOf }: FieldsProps) {
  return (
    <Field id={CALL_IDS.reached} label="What came of it" error={errorOf("reached")}>
      {(wiring) => <Select {...wiring} {...register("reached")} options={REACHED} />}
    </Field>
  );
}

export function SaidField({ form: { register }, errorOf }: FieldsProps) {
  return (
    <Field id={CALL_IDS.said} label="What was said" optional hint="Becomes a note." error={errorOf("said")}>
      {(wiring) => <Textarea {...wiring} {...register("said")} maxLength={CALL_LIMITS.said} />}
    </Field>
  );
}
