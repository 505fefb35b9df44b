import * as z from "zod/mini";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { sleepUntilSchema } from "#people/leads/next-step.ts";
import { PresentStage } from "#people/leads/web/log-panel.tsx";
import { addDays, wallClock } from "#platform/dates.ts";
import { versionSchema } from "#platform/version.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { presentLead } from "./present-state.tsx";
import { sleepLead } from "./queries.ts";

const formSchema = z.object({ until: z.union([z.literal(""), sleepUntilSchema]), version: versionSchema });

export function SleepDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  const { timeZone } = useFacts();
  const form = useSchemaForm(formSchema, { defaultValues: { until: "", version: lead.version } });
  const submission = useSubmit({
    form,
    prefix: "sleep",
    mutation: sleepLead,
    toVariables: ({ until, version }) => ({ id: lead._id, version, ...(until && { until }) }),
    onDone: onClose,
    conflictOf: presentLead,
  });
  const { nextStep } = lead;
  return (
    <FormDialog
      title="Let It Sleep"
      recordIds={[lead._id]}
      submit={{ label: "Let It Sleep", busyLabel: "Saving..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{lead.person.name}</span>}
      conflict={submission.conflict && <PresentStage lead={submission.conflict} />}
      onClose={onClose}
    >
      <TextField
        {...submission.field("until")}
        label="Until when"
        optional
        hint="Empty: until they get in touch. Either way, a sign of life wakes it."
        type="date"
        min={addDays(wallClock(new Date(), timeZone).day, 1)}
        data-autofocus=""
      />
      {nextStep && <p className="text-muted">This drops “{nextStep.what}”.</p>}
    </FormDialog>
  );
}
