import { answerSchema, type PrivacyTask } from "#deals/privacy/admin.ts";
import { REQUEST_KINDS, REQUEST_LIMITS } from "#deals/privacy/privacy-request.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { LongTextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { answerRequest } from "./queries.ts";

export function AnswerRequestDialog({ task, onClose }: { task: PrivacyTask; onClose: () => void }) {
  const form = useSchemaForm(answerSchema, { defaultValues: { how: "" } });
  const submission = useSubmit({
    form,
    mutation: answerRequest,
    toVariables: (answer) => ({ id: task._id, ...answer }),
    onDone: onClose,
  });
  const { email, kind } = task;
  return (
    <FormDialog
      title="Mark as answered"
      submit={{ label: "Mark as Answered", busyLabel: "Saving..." }}
      submission={submission}
      of={`${REQUEST_KINDS[kind].label}${email ? ` for ${email}` : ""}`}
      onClose={onClose}
    >
      <p>
        The site writes to nobody: answer the person first. The address and the words of the request are deleted with
        this, and what you write here stays.
      </p>
      <LongTextField
        {...submission.field("how")}
        label="How was it answered?"
        hint="Please no name, address or number."
        rows={4}
        maxLength={REQUEST_LIMITS.how}
      />
    </FormDialog>
  );
}
