import * as z from "zod/mini";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { PresentStage } from "#people/leads/web/log-panel.tsx";
import { versionSchema } from "#platform/version.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { AmountFields, amountFieldsShape, amountInput } from "./amount-fields.tsx";
import { presentLead } from "./present-state.tsx";
import { changeAmounts } from "./queries.ts";

const formSchema = z.object({ ...amountFieldsShape, version: versionSchema });

export function AmountsDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  const form = useSchemaForm(formSchema, { defaultValues: { ...amountInput(lead), version: lead.version } });
  const submission = useSubmit({
    form,
    prefix: "lead",
    mutation: changeAmounts,
    toVariables: (change) => ({ id: lead._id, ...change }),
    onDone: onClose,
    conflictOf: presentLead,
  });
  return (
    <FormDialog
      title="Amounts"
      recordIds={[lead._id]}
      submit={{ label: "Save", busyLabel: "Saving..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{lead.person.name}</span>}
      conflict={submission.conflict && <PresentStage lead={submission.conflict} />}
      onClose={onClose}
    >
      <AmountFields field={submission.field} of="contract" />
      <AmountFields field={submission.field} of="closing" />
    </FormDialog>
  );
}
