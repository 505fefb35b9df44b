import * as z from "zod/mini";
import { LEAD_FIELDS } from "#inquiries/added-leads/added-lead.ts";
import { REPAIRED_FIELDS, type RefusedBody } from "#inquiries/added-leads/lead-key.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { acceptBody } from "./queries.ts";

const text = z.string();
/** The server checks what is typed as it checks what a program sends. */
const formSchema = z.object({
  name: text,
  phone: text,
  email: text,
  property: z.object({ street: text, city: text, state: text, zipCode: text }),
  situation: text,
  said: text,
});

type Props = { id: string; item: RefusedBody; onClose: () => void };

export function RepairDialog({ id, item, onClose }: Props) {
  const of = (name: (typeof REPAIRED_FIELDS)[number]) => item.values[name] ?? "";
  const form = useSchemaForm(formSchema, {
    defaultValues: {
      name: of("name"),
      phone: of("phone"),
      email: of("email"),
      property: {
        street: of("property.street"),
        city: of("property.city"),
        state: of("property.state"),
        zipCode: of("property.zipCode"),
      },
      situation: of("situation"),
      said: of("said"),
    },
  });
  const submission = useSubmit({
    form,
    prefix: "repair",
    mutation: acceptBody({ id, bodyId: item._id }),
    toVariables: ({ property, ...more }) => {
      const typed: Record<string, string> = {
        ...more,
        ...Object.fromEntries(Object.entries(property).map(([name, value]) => [`property.${name}`, value])),
      };
      return { values: REPAIRED_FIELDS.map((field) => ({ field, value: typed[field] ?? "" })) };
    },
    onDone: onClose,
  });
  const { field } = submission;
  return (
    <FormDialog
      title="Repair and Add"
      submit={{ label: "Add Lead", busyLabel: "Adding..." }}
      submission={submission}
      of="What came and has no field here goes into the note of the lead. What the sender says about an agreement stays as it came."
      onClose={onClose}
    >
      {item.sent.length === 0 && (
        <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-(length:--text-dense)">{item.body}</pre>
      )}
      <TextField {...field("name")} label={LEAD_FIELDS.name} autoComplete="off" data-autofocus="" />
      <TextField {...field("phone")} label={LEAD_FIELDS.phone} type="tel" autoComplete="off" />
      <TextField {...field("email")} label={LEAD_FIELDS.email} type="email" optional autoComplete="off" />
      <TextField {...field("property.street")} label="Street" optional autoComplete="off" />
      <TextField {...field("property.city")} label="City" optional autoComplete="off" />
      <SelectField
        {...field("property.state")}
        label="State"
        optional
        emptyLabel="Not said"
        options={Object.entries(US_STATES)}
      />
      <TextField {...field("property.zipCode")} label="ZIP code" optional inputMode="numeric" autoComplete="off" />
      <SelectField
        {...field("situation")}
        label={LEAD_FIELDS.situation}
        optional
        emptyLabel="Not said"
        options={Object.entries(SITUATIONS)}
      />
      <LongTextField {...field("said")} label={LEAD_FIELDS.said} optional />
    </FormDialog>
  );
}
