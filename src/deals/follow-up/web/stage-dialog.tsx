import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import {
  dutiesForStage,
  LOST_REASON_VALUES,
  LOST_REASONS,
  STAGES,
  type Stage,
  stageChangeSchema,
} from "#people/leads/lead.ts";
import { PresentStage } from "#people/leads/web/log-panel.tsx";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { AmountFields, amountFieldsShape, amountInput } from "./amount-fields.tsx";
import { presentLead } from "./present-state.tsx";
import { changeStage } from "./queries.ts";

const formSchema = z.safeExtend(stageChangeSchema, amountFieldsShape);

/** A move to these stages asks for a reason or amounts. */
export function needsDetails(stage: Stage): boolean {
  return stage === "Lost" || stage === "Under contract" || stage === "Closed";
}

type Props = {
  lead: AdminLead;
  to?: Stage;
  onClose: () => void;
  onMoved?: (to: Stage) => void;
};

export function StageDialog({ lead, to = lead.stage, onClose, onMoved }: Props) {
  const form = useSchemaForm(formSchema, {
    defaultValues: {
      stage: to,
      reason: lead.lostReason,
      version: lead.version,
      ...amountInput({ ...lead, contractCents: lead.contractCents ?? lead.acceptedCents }),
    },
  });
  const submission = useSubmit({
    form,
    prefix: "lead",
    mutation: changeStage,
    // Sends only the stage's own fields, because another admin may have changed the rest.
    toVariables: ({ stage, version, reason, contractCents, contractDay, closingCents, closingDay }) => ({
      id: lead._id,
      stage,
      version,
      ...(stage === "Lost" && { reason }),
      ...(stage === "Under contract" && { contractCents, contractDay }),
      ...(stage === "Closed" && { closingCents, closingDay }),
    }),
    onDone: (_answer, { stage }) => {
      onMoved?.(stage);
      onClose();
    },
    conflictOf: presentLead,
  });
  const stage = useWatch({ control: form.control, name: "stage" });
  const { field } = submission;
  const may = useMay();
  return (
    <FormDialog
      title="Move to a Stage"
      recordIds={[lead._id]}
      submit={{ label: "Move", busyLabel: "Moving..." }}
      submission={submission}
      of={<span className="wrap-anywhere">{lead.person.name}</span>}
      conflict={submission.conflict && <PresentStage lead={submission.conflict} />}
      onClose={onClose}
    >
      <SelectField
        {...field("stage")}
        label="Stage"
        data-autofocus={to === "Lost" ? undefined : ""}
        options={STAGES.filter((one) => may(...dutiesForStage(one))).map((one) => [one, one] as const)}
      />
      {stage === "Lost" && (
        <SelectField
          {...field("reason", { shouldUnregister: true, setValueAs: (value) => value || undefined })}
          label="Why it is lost"
          data-autofocus={to === "Lost" ? "" : undefined}
          emptyLabel="Choose a reason"
          options={LOST_REASON_VALUES.map((reason) => [reason, LOST_REASONS[reason]] as const)}
        />
      )}
      {(stage === "Under contract" || stage === "Closed") && (
        <AmountFields field={field} of={stage === "Closed" ? "closing" : "contract"} />
      )}
    </FormDialog>
  );
}
