import * as z from "zod/mini";
import { type Passkey, passkeyNameSchema } from "#accounts/users/second-factor.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatInstant } from "#platform/dates.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { namePasskey } from "./queries.ts";

type Props = {
  passkeys: readonly Passkey[];
  onName: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
};

export function PasskeyList({ passkeys, onName, onRemove }: Props) {
  const { timeZone } = useFacts();
  return (
    <ul className="mt-3" aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey._id} className="flex flex-wrap items-center justify-between gap-2 border-line border-t py-2">
          <div className="wrap-anywhere min-w-0">
            <p className="font-semibold">{passkey.name}</p>
            <p className="text-muted text-small">{stateOf(passkey, timeZone)}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              size="compact"
              aria-label={`Rename: ${passkey.name}`}
              onClick={() => onName(passkey)}
            >
              <Icon name="icon-pencil" />
              Rename
            </Button>
            <Button
              variant="outline"
              size="compact"
              aria-label={`Remove: ${passkey.name}`}
              onClick={() => onRemove(passkey)}
            >
              <Icon name="icon-trash-2" />
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function stateOf({ works, createdAt, lastUsedAt }: Passkey, timeZone: string): string {
  if (!works) return "Works no longer: it was made for another address of this site";
  const shown = (instant: string) => formatInstant(new Date(instant), timeZone);
  return `Added ${shown(createdAt)}, ${lastUsedAt ? `last used ${shown(lastUsedAt)}` : "not used yet"}`;
}

const nameFormSchema = z.object({ name: passkeyNameSchema });

export function NamePasskeyDialog({ passkey: { _id: id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const submission = useSubmit({
    form: useSchemaForm(nameFormSchema, { defaultValues: { name } }),
    prefix: "passkey",
    mutation: namePasskey,
    toVariables: (values) => ({ id, ...values }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Rename the Passkey"
      submit={{ label: "Save Name", busyLabel: "Saving..." }}
      submission={submission}
      onClose={onClose}
    >
      <TextField {...submission.field("name")} label="Name" autoComplete="off" data-autofocus="" />
    </FormDialog>
  );
}
