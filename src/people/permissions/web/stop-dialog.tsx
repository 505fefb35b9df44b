import { useId } from "react";
import { CHANNEL_LABELS, CHANNELS } from "#people/permissions/channels.ts";
import {
  ORIGINS,
  type PersonQuery,
  revocationSchema,
  STAFF_ORIGINS,
  STAFF_TEXT_HINT,
} from "#people/permissions/permission.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { Field, FieldError } from "#platform/web/forms/field.tsx";
import { Textarea } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { recordStop } from "./queries.ts";

type Props = { person: PersonQuery; of: string; onClose: () => void };

export function StopDialog({ person, of, onClose }: Props) {
  const id = useId();
  const form = useSchemaForm(revocationSchema, {
    defaultValues: { ...person, channels: [], words: "", said: "phone" },
  });
  const submission = useSubmit({
    form,
    ids: { channels: `${id}-call`, words: `${id}-words`, said: `${id}-said` },
    mutation: recordStop,
    toVariables: (revocation) => revocation,
    onDone: onClose,
  });
  const { register } = form;
  const channelsError = submission.errorOf("channels");
  return (
    <FormDialog
      title="Record a Stop"
      submit={{ label: "Record the Stop", busyLabel: "Recording..." }}
      submission={submission}
      of={of}
      onClose={onClose}
    >
      <p>
        From now on nothing goes out this way, and every list says so. E-mails about a meeting that is on still go. Only
        the person can lift it, by agreeing again.
      </p>
      <fieldset className="field" aria-describedby={channelsError && `${id}-channels-error`}>
        <legend className="field-label">What should stop?</legend>
        <div className="grid gap-1">
          {CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              {...register("channels")}
              id={`${id}-${channel}`}
              value={channel}
              label={CHANNEL_LABELS[channel]}
            />
          ))}
        </div>
        <FieldError id={`${id}-channels-error`}>{channelsError}</FieldError>
      </fieldset>
      <Field id={`${id}-said`} label="How did they say it?" error={submission.errorOf("said")}>
        {(wiring) => (
          <Select {...wiring} {...register("said")} options={STAFF_ORIGINS.map((said) => [said, ORIGINS[said]])} />
        )}
      </Field>
      <Field id={`${id}-words`} label="In which words?" hint={STAFF_TEXT_HINT} error={submission.errorOf("words")}>
        {(wiring) => <Textarea {...wiring} {...register("words")} rows={3} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
