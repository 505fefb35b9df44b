import type * as z from "zod/mini";
import { type Endpoint, type EndpointSecret, endpointChangeSchema } from "#delivery/webhooks/admin.ts";
import { EVENT_TYPES, EVENTS } from "#delivery/webhooks/webhook.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { Field, FieldError } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { addEndpoint, changeEndpoint } from "./queries.ts";

const IDS = { name: "endpoint-name", url: "endpoint-url", events: `endpoint-${EVENT_TYPES[0]}` };

type AddProps = { onAdded: (made: EndpointSecret) => void; onClose: () => void };

export function AddEndpointDialog({ onAdded, onClose }: AddProps) {
  const form = useSchemaForm(endpointChangeSchema, {
    defaultValues: { name: "", url: "", events: [...EVENT_TYPES], isActive: true },
  });
  const submission = useSubmit({
    form,
    ids: IDS,
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
    ids: IDS,
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
  const { form, errorOf } = submission;
  return (
    <FormDialog
      title={title}
      submit={{ label: submitLabel, busyLabel: "Saving..." }}
      submission={submission}
      onClose={onClose}
    >
      <Field id="endpoint-name" label="Name" hint="What it is, for your team." error={errorOf("name")}>
        {(wiring) => <Input {...wiring} {...form.register("name")} autoComplete="off" data-autofocus="" />}
      </Field>
      <Field
        id="endpoint-url"
        label="Address"
        hint="As the other program shows it. It begins with https://"
        error={errorOf("url")}
      >
        {(wiring) => (
          <Input
            {...wiring}
            {...form.register("url")}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <fieldset className="field">
        <legend className="legend mb-2">Send it when</legend>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            id={`endpoint-${type}`}
            label={EVENTS[type]}
            hint={type}
            value={type}
            {...form.register("events")}
          />
        ))}
        <FieldError id="endpoint-events-error">{errorOf("events")}</FieldError>
      </fieldset>
      {hasStatus && (
        <Field
          id="endpoint-isActive"
          label="Status"
          hint="While it is off, nothing is sent to it and nothing is kept for it."
        >
          {(wiring) => (
            <Select
              {...wiring}
              {...form.register("isActive", { setValueAs: (value) => String(value) === "true" })}
              options={[
                ["true", "On"],
                ["false", "Off"],
              ]}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
