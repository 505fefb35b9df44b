import type * as z from "zod/mini";
import { type Endpoint, type EndpointSecret, endpointChangeSchema } from "#delivery/webhooks/admin.ts";
import { EVENT_TYPES, EVENTS } from "#delivery/webhooks/webhook.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { FieldError } from "#platform/web/forms/field.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { addEndpoint, changeEndpoint } from "./queries.ts";

type AddProps = { onAdded: (made: EndpointSecret) => void; onClose: () => void };

export function AddEndpointDialog({ onAdded, onClose }: AddProps) {
  const form = useSchemaForm(endpointChangeSchema, {
    defaultValues: { name: "", url: "", events: [...EVENT_TYPES], isActive: true },
  });
  const submission = useSubmit({
    form,
    prefix: "endpoint",
    // The secret is shown only once, even if the dialog was closed before the answer arrived.
    mutation: { ...addEndpoint, onSuccess: onAdded },
    toVariables: ({ isActive: _, ...endpoint }) => endpoint,
  });
  return <EndpointDialog title="Add Endpoint" submitLabel="Add Endpoint" submission={submission} onClose={onClose} />;
}

export function EditEndpointDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { _id: id, name, url, events, isActive } = endpoint;
  const form = useSchemaForm(endpointChangeSchema, { defaultValues: { name, url, events, isActive } });
  const submission = useSubmit({
    form,
    prefix: "endpoint",
    mutation: changeEndpoint,
    toVariables: (change) => ({ id, ...change }),
    onDone: onClose,
  });
  return (
    <EndpointDialog
      title="Edit Endpoint"
      submitLabel="Save Changes"
      submission={submission}
      hasStatus
      onClose={onClose}
    />
  );
}

type Props = {
  title: string;
  submitLabel: string;
  submission: Submission<z.input<typeof endpointChangeSchema>, z.output<typeof endpointChangeSchema>>;
  hasStatus?: boolean;
  onClose: () => void;
};

function EndpointDialog({ title, submitLabel, submission, hasStatus, onClose }: Props) {
  const { field } = submission;
  const { id, error, ...events } = field("events");
  return (
    <FormDialog
      title={title}
      submit={{ label: submitLabel, busyLabel: "Saving..." }}
      submission={submission}
      onClose={onClose}
    >
      <TextField
        {...field("name")}
        label="Name"
        hint="What it is, for your team."
        autoComplete="off"
        data-autofocus=""
      />
      <TextField
        {...field("url")}
        label="Address"
        hint="As the other program shows it. It begins with https://"
        type="url"
        autoComplete="off"
      />
      <fieldset className="field">
        <legend className="legend mb-2">Send it when</legend>
        {EVENT_TYPES.map((type, index) => (
          <Checkbox
            key={type}
            id={index === 0 ? id : `${id}-${type}`}
            label={EVENTS[type]}
            hint={type}
            value={type}
            {...events}
          />
        ))}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </fieldset>
      {hasStatus && (
        <SelectField
          {...field("isActive", { setValueAs: (value) => String(value) === "true" })}
          label="Status"
          hint="While it is off, nothing is sent to it and nothing is kept for it."
          options={[
            ["true", "On"],
            ["false", "Off"],
          ]}
        />
      )}
    </FormDialog>
  );
}
