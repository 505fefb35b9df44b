import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { ApiError, errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Checkbox } from "#platform/web/ui/checkbox.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { ErrorSummary } from "#platform/web/ui/error-summary.tsx";
import { Field, FieldError } from "#platform/web/ui/field.tsx";
import { FormRefusal } from "#platform/web/ui/form-refusal.tsx";
import { Input } from "#platform/web/ui/input.tsx";
import { Select } from "#platform/web/ui/select.tsx";
import { useOneAtATime } from "#platform/web/use-one-at-a-time.ts";
import {
  type Endpoint,
  type EndpointChange,
  type EndpointSecret,
  EVENT_TYPES,
  EVENTS,
  endpointChangeSchema,
} from "#webhooks/webhooks.ts";
import { useAddEndpoint, useChangeEndpoint } from "./queries.ts";

const FORM = "endpoint-form";
const FIELDS = ["name", "url", "events"] as const;
const FIRST_OF = { name: "endpoint-name", url: "endpoint-url", events: `endpoint-${EVENT_TYPES[0]}` };

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
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<EndpointChange>({
    resolver: standardSchemaResolver(endpointChangeSchema) as unknown as Resolver<EndpointChange>,
    defaultValues: start,
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const onValid = useOneAtATime(async (change: EndpointChange) => {
    setRefusal(undefined);
    try {
      await save(change);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      for (const name of FIELDS) if (fields[name]) form.setError(name, { message: fields[name] });
      if (!FIELDS.some((name) => fields[name])) setRefusal(errorText(error, fallback));
    }
  });
  const shown = FIELDS.flatMap((name) => {
    const message = errors[name]?.message;
    return message ? [{ id: FIRST_OF[name], message }] : [];
  });

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} busyLabel={isSubmitting && "Saving..."}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={FORM} method="post" noValidate className="dialog-form" onSubmit={form.handleSubmit(onValid)}>
        <ErrorSummary errors={submitCount > 0 ? shown : []} attempt={submitCount} />
        {refusal && <FormRefusal key={submitCount}>{refusal}</FormRefusal>}
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
      </form>
    </Dialog>
  );
}
