import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type Resolver, useForm } from "react-hook-form";
import { FieldsDialog } from "#platform/web/dialogs/fields-dialog.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { Field, FieldError } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { type Endpoint, type EndpointChange, type EndpointSecret, endpointChangeSchema } from "#webhooks/admin.ts";
import { EVENT_TYPES, EVENTS } from "#webhooks/webhook.ts";
import { useAddEndpoint, useChangeEndpoint } from "./queries.ts";

const IDS = { name: "endpoint-name", url: "endpoint-url", events: `endpoint-${EVENT_TYPES[0]}` };

export function AddEndpointDialog({
  onAdded,
  onClose,
}: {
  onAdded: (made: EndpointSecret) => void;
  onClose: () => void;
}) {
  const add = useAddEndpoint();
  return (
    <EndpointDialog
      title="Add Endpoint"
      submitLabel="Add Endpoint"
      fallback="Failed to add the endpoint"
      start={{ name: "", url: "", events: [...EVENT_TYPES], isActive: true }}
      save={async ({ isActive: _, ...form }) => onAdded(await add.mutateAsync(form))}
      onClose={onClose}
    />
  );
}

export function EditEndpointDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const change = useChangeEndpoint();
  const { name, url, events, isActive } = endpoint;
  return (
    <EndpointDialog
      title="Edit Endpoint"
      submitLabel="Save Changes"
      fallback="Failed to change the endpoint"
      hasStatus
      start={{ name, url, events, isActive }}
      save={async (form) => {
        await change.mutateAsync({ id: endpoint._id, ...form });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type Props = {
  title: string;
  submitLabel: string;
  fallback: string;
  hasStatus?: boolean;
  start: EndpointChange;
  save: (form: EndpointChange) => Promise<void>;
  onClose: () => void;
};

function EndpointDialog({ title, submitLabel, fallback, hasStatus, start, save, onClose }: Props) {
  const form = useForm<EndpointChange>({
    resolver: standardSchemaResolver(endpointChangeSchema) as unknown as Resolver<EndpointChange>,
    defaultValues: start,
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  return (
    <FieldsDialog
      title={title}
      submit={{ label: submitLabel, busyLabel: "Saving..." }}
      form={form}
      ids={IDS}
      send={save}
      fallback={fallback}
      onClose={onClose}
    >
      <Field id="endpoint-name" label="Name" hint="What it is, for your team." error={errors.name?.message}>
        {(wiring) => <Input {...wiring} {...form.register("name")} autoComplete="off" data-autofocus="" />}
      </Field>
      <Field
        id="endpoint-url"
        label="Address"
        hint="As the other program shows it. It begins with https://"
        error={errors.url?.message}
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
        <legend className="legend mb-2">Tell it when</legend>
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
        <FieldError id="endpoint-events-error">{errors.events?.message}</FieldError>
      </fieldset>
      {hasStatus && (
        <Field
          id="endpoint-isActive"
          label="Status"
          hint="While it is off it is told nothing, and nothing is kept for it."
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
    </FieldsDialog>
  );
}
