import {
  KEY_SCOPES,
  type Key,
  MAX_KEY_DAYS,
  MAX_KEY_NAME_LENGTH,
  type MadeKey,
  newKeySchema,
  SCOPES,
} from "#accounts/keys/key.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { ShownOnceDialog } from "#platform/web/dialogs/shown-once-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { makeKey, useRevokeKey } from "./queries.ts";

const USUAL_DAYS = 90;

export function NewKeyDialog({ onMade, onClose }: { onMade: (made: MadeKey) => void; onClose: () => void }) {
  const { timeZone } = useFacts();
  const { day: today } = wallClock(new Date(), timeZone);
  const form = useSchemaForm(newKeySchema, {
    defaultValues: { name: "", scope: "read-leads", endsOn: addDays(today, USUAL_DAYS) },
  });
  const submission = useSubmit({
    form,
    prefix: "key",
    // The key is shown only once, even if the dialog was closed before the answer arrived.
    mutation: { ...makeKey, onSuccess: onMade },
    toVariables: (key) => key,
  });
  const { field } = submission;
  const scope = form.watch("scope");
  return (
    <FormDialog
      title="New Key"
      submit={{ label: "Create Key", busyLabel: "Creating..." }}
      submission={submission}
      onClose={onClose}
    >
      <TextField
        {...field("name")}
        label="Name"
        hint="Of the program, not of a person: the history keeps it for good."
        maxLength={MAX_KEY_NAME_LENGTH}
        autoComplete="off"
        data-autofocus=""
      />
      <SelectField
        {...field("scope")}
        label="What it may do"
        hint={KEY_SCOPES[scope]?.hint}
        options={SCOPES.map((one) => [one, KEY_SCOPES[one].label] as const)}
      />
      <TextField
        {...field("endsOn")}
        label="Last day"
        hint="Within a year. Then make a new one."
        type="date"
        min={today}
        max={addDays(today, MAX_KEY_DAYS)}
      />
    </FormDialog>
  );
}

const PROGRAM_LEAD =
  "Give this key to the program. It is shown only once, and it is as good as a password: if it is lost or was seen by others, revoke it and make a new one.";
const FORM_LEAD =
  "Put this key into the form as its hidden field “key”. It is shown only once here. Visitors of the form can see it, so it adds leads and does nothing else.";

export function MadeKeyDialog({ made: { key, token }, onClose }: { made: MadeKey; onClose: () => void }) {
  const isForm = key.scope === "form";
  return (
    <ShownOnceDialog
      title="The New Key"
      lead={isForm ? FORM_LEAD : PROGRAM_LEAD}
      secret={{ id: "key-token", label: `Key of ${key.name}`, value: token, copyLabel: "Copy Key" }}
      onClose={onClose}
    >
      <p className="text-muted">
        {isForm ? "List the sites of the form next, under Its Leads: until then it is refused." : <ForPrograms />}
      </p>
    </ShownOnceDialog>
  );
}

function ForPrograms() {
  return (
    <>
      The program sends it as <code>Authorization: Bearer</code>. <ApiLink /> says what it may call.
    </>
  );
}

export function ApiLink() {
  return (
    <a href="/api/docs" className="link">
      The description of the API
    </a>
  );
}

export function RevokeKeyDialog({ item, onClose }: { item: Key; onClose: () => void }) {
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      title="Revoke Key"
      confirm={{ label: "Revoke", busyLabel: "Revoking...", isBusy: revoke.isPending }}
      error={revoke.error}
      fallback="Failed to revoke the key"
      onConfirm={() => revoke.mutate(item._id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        From its next call on, <strong className="wrap-anywhere">{item.name}</strong> is refused. This action cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
