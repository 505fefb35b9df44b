import * as z from "zod/mini";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { type AdminLead, HOUSE_LABELS, leadEditSchema } from "#deals/follow-up/admin.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { offeredStates } from "#inquiries/bookings/us-states.ts";
import { PresentStage } from "#people/leads/web/log-panel.tsx";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { dollarsSchema } from "./amount-fields.tsx";
import { presentLead } from "./present-state.tsx";
import { editLead } from "./queries.ts";

const { name, property, situation, language, condition, occupants, version } = leadEditSchema.shape;

const formSchema = z.object({
  name,
  property,
  situation,
  language,
  condition,
  occupants,
  askingCents: dollarsSchema,
  owedCents: dollarsSchema,
  version,
});

export function EditDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  const facts = useFacts();
  const { person, property, situation, language, condition, occupants, askingCents, owedCents } = lead;
  const { street = "", city = "", state = "", zipCode = "" } = property;
  const form = useSchemaForm(formSchema, {
    defaultValues: {
      name: person.name,
      property: { street, city, state, zipCode },
      situation: (situation ?? "") as keyof typeof SITUATIONS,
      language: language ?? "",
      condition: condition ?? "",
      occupants: occupants ?? "",
      askingCents: z.encode(dollarsSchema, askingCents ?? null),
      owedCents: z.encode(dollarsSchema, owedCents ?? null),
      version: lead.version,
    },
  });
  const submission = useSubmit({
    form,
    prefix: "lead",
    mutation: editLead,
    toVariables: (change) => ({ id: lead._id, ...change }),
    onDone: onClose,
    conflictOf: presentLead,
  });
  const { field } = submission;
  const off = { autoComplete: "off" };
  return (
    <FormDialog
      title="Person and House"
      recordIds={[lead._id]}
      submit={{ label: "Save", busyLabel: "Saving..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{person.name}</span>}
      conflict={submission.conflict && <PresentStage lead={submission.conflict} />}
      onClose={onClose}
    >
      <TextField {...field("name")} {...off} label="Name" data-autofocus="" />
      <TextField {...field("property.street")} {...off} label="Street" optional />
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr_7rem]">
        <TextField {...field("property.city")} {...off} label="City" optional />
        <SelectField
          {...field("property.state")}
          label="State"
          optional
          emptyLabel="Not known"
          options={Object.entries(offeredStates(facts, state))}
        />
        <TextField {...field("property.zipCode")} {...off} label="ZIP code" optional inputMode="numeric" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...field("situation")}
          label={HOUSE_LABELS.situation}
          optional
          emptyLabel="Not known"
          options={Object.entries(SITUATIONS)}
        />
        <TextField {...field("language")} {...off} label={HOUSE_LABELS.language} optional placeholder="Spanish" />
        <TextField
          {...field("askingCents")}
          {...off}
          label={HOUSE_LABELS.askingCents}
          optional
          inputMode="decimal"
          placeholder="$185,000"
        />
        <TextField
          {...field("owedCents")}
          {...off}
          label={HOUSE_LABELS.owedCents}
          optional
          inputMode="decimal"
          placeholder="$90,000"
        />
      </div>
      <TextField
        {...field("occupants")}
        {...off}
        label={HOUSE_LABELS.occupants}
        optional
        placeholder="Tenants until March"
      />
      <LongTextField {...field("condition")} label={HOUSE_LABELS.condition} optional rows={2} />
    </FormDialog>
  );
}
