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
import { FieldError } from "#platform/web/forms/field.tsx";
import { LongTextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { recordStop } from "./queries.ts";

type Props = { person: PersonQuery; of: string; onClose: () => void };

export function StopDialog({ person, of, onClose }: Props) {
  const form = useSchemaForm(revocationSchema, {
    defaultValues: { ...person, channels: [], words: "", said: "phone" },
  });
  const submission = useSubmit({
    form,
    prefix: useId(),
    mutation: recordStop,
    toVariables: (revocation) => revocation,
    onDone: onClose,
  });
  const { id, error, ...channels } = submission.field("channels");
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
      <fieldset className="field" aria-describedby={error && `${id}-error`}>
        <legend className="field-label">What should stop?</legend>
        <div className="grid gap-1">
          {CHANNELS.map((channel, index) => (
            <Checkbox
              key={channel}
              {...channels}
              id={index === 0 ? id : `${id}-${channel}`}
              value={channel}
              label={CHANNEL_LABELS[channel]}
            />
          ))}
        </div>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </fieldset>
      <SelectField
        {...submission.field("said")}
        label="How did they say it?"
        options={STAFF_ORIGINS.map((said) => [said, ORIGINS[said]])}
      />
      <LongTextField
        {...submission.field("words")}
        label="In which words?"
        hint={STAFF_TEXT_HINT}
        rows={3}
        autoComplete="off"
      />
    </FormDialog>
  );
}
