import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { BOOKING_LIMITS, SITUATIONS } from "#inquiries/bookings/choices.ts";
import { labelOf } from "#inquiries/bookings/facts.ts";
import { isOfferedState, offeredStates } from "#inquiries/bookings/us-states.ts";
import { splitAddress } from "#inquiries/calls/address-line.ts";
import { CALL_LIMITS, type NewCall } from "#inquiries/calls/call.ts";
import type { Known } from "#people/leads/web/log-form.ts";
import { LogFields } from "#people/leads/web/log-panel.tsx";
import { formatPhone } from "#platform/phone.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import type { SchemaForm, Submission } from "#platform/web/forms/use-submit.ts";
import { type CallForm, OTHER } from "./call-form.ts";
import { useKnownCampaigns } from "./queries.ts";

export type FieldsProps = Pick<Submission<CallForm, unknown>, "field" | "wiringOf"> & {
  form: SchemaForm<CallForm, NewCall>;
};

export function PersonFields({ form: { setValue }, field }: FieldsProps) {
  return (
    <>
      <TextField {...field("name")} label="Name" data-autofocus="" maxLength={CALL_LIMITS.name} autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("phone", { onBlur: ({ target }) => setValue("phone", formatPhone(target.value)) })}
          label={labelOf("phone")}
          type="tel"
          autoComplete="off"
        />
        <TextField {...field("email")} label={labelOf("email")} optional type="email" autoComplete="off" />
      </div>
    </>
  );
}

/** A whole address in the first field fills all four. */
export function PropertyFields({ form: { getValues, setValue }, field }: FieldsProps) {
  const facts = useFacts();
  const { company } = facts;
  const known = (state: string) => (isOfferedState(facts, state) ? state : "");
  const fillAddress = (line: string) => {
    const found = splitAddress(line);
    const before = getValues("property");
    setValue("property", {
      street: found.street,
      city: found.city || before.city,
      state: known(found.state) || before.state || (found.street && known(company.address.state)),
      zipCode: found.zipCode || before.zipCode,
    });
    return found;
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="legend mb-2">Where the house stands</legend>
      <TextField
        {...field("property.street", { onBlur: ({ target }) => void fillAddress(target.value) })}
        label={labelOf("propertyAddress.street")}
        optional
        hint={`Or all of it: 12 Elm St, ${company.address.city}, ${company.address.state} ${company.address.zipCode}`}
        maxLength={BOOKING_LIMITS.street}
        autoComplete="off"
        onPaste={(event) => {
          const { city, zipCode } = splitAddress(event.clipboardData.getData("text"));
          if (event.currentTarget.value !== "" || !(city || zipCode)) return;
          event.preventDefault();
          fillAddress(event.clipboardData.getData("text"));
        }}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          {...field("property.city")}
          label={labelOf("propertyAddress.city")}
          optional
          maxLength={BOOKING_LIMITS.city}
          autoComplete="off"
        />
        <SelectField
          {...field("property.state")}
          label={labelOf("propertyAddress.state")}
          optional
          emptyLabel="Not said"
          options={Object.entries(offeredStates(facts))}
        />
        <TextField
          {...field("property.zipCode")}
          label={labelOf("propertyAddress.zipCode")}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </fieldset>
  );
}

export function SituationField({ field }: FieldsProps) {
  return (
    <SelectField
      {...field("situation")}
      label="Situation"
      optional
      emptyLabel="Not said"
      options={Object.entries(SITUATIONS)}
    />
  );
}

export function HeardField({ form: { control }, field }: FieldsProps) {
  const campaigns = useKnownCampaigns();
  const choice = useWatch({ control, name: "heardChoice" });
  const known = campaigns.map(({ name, source, campaign }) => [JSON.stringify({ source, campaign }), name] as const);
  // A stored choice stays, even if its campaign is not loaded yet.
  const isUnknown = choice !== "" && choice !== OTHER && !known.some(([value]) => value === choice);
  return (
    <div className="grid content-start gap-3">
      <SelectField
        {...field("heardChoice")}
        label="How they heard of us"
        optional
        emptyLabel="Not said"
        options={[
          ...known,
          ...(isUnknown ? [[choice, JSON.parse(choice).campaign] as const] : []),
          [OTHER, "In their words…"],
        ]}
      />
      {choice === OTHER && (
        <TextField {...field("heard.source")} label="In their words" maxLength={CALL_LIMITS.heard} autoComplete="off" />
      )}
    </div>
  );
}

/** A caller who was not reached waits, and staff are reminded. */
export function CallLogFields({ form: { control, setValue }, field, known }: FieldsProps & { known: Known }) {
  const [values, hasMeeting, state] = useWatch({ control, name: ["log", "hasMeeting", "property.state"] });
  return (
    <LogFields
      outcome={field("log.outcome", { onChange: () => setValue("log.choice", "") })}
      noteLabel="They wait for our answer"
      fieldOf={(name) => field(`log.${name}`)}
      values={values}
      known={known}
      state={state}
      takesNext={!hasMeeting}
    />
  );
}

export function SaidField({ field }: FieldsProps) {
  return (
    <LongTextField
      {...field("said")}
      label="What was said"
      optional
      hint="Becomes a note."
      maxLength={CALL_LIMITS.said}
    />
  );
}
