import { newInvitationSchema } from "#accounts/users/invitation.ts";
import { ROLE_LABELS, ROLES } from "#accounts/users/user.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { invite, useCanMail } from "./invitation-queries.ts";

const IDS = { email: "invitation-email", role: "invitation-role" };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const canMail = useCanMail();
  const submission = useSubmit({
    form: useSchemaForm(newInvitationSchema, { defaultValues: { email: "", role: "user" } }),
    ids: IDS,
    mutation: invite,
    toVariables: (invitation) => invitation,
    onDone: onClose,
  });
  const { form, errorOf } = submission;
  return (
    <FormDialog
      title="Invite"
      submit={{ label: "Send Invitation", busyLabel: "Sending..." }}
      submission={submission}
      onClose={onClose}
    >
      {canMail === false && (
        <Note tone="warn">
          This site cannot send e-mail yet: the invitation reaches nobody. Use Create User instead, or have a mail
          server set up first.
        </Note>
      )}
      <p>The person gets a link by e-mail and sets a password of their own. The link works for seven days.</p>
      <Field id="invitation-email" label="Email" error={errorOf("email")}>
        {(wiring) => (
          <Input
            {...wiring}
            {...form.register("email")}
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            data-autofocus=""
          />
        )}
      </Field>
      <Field id="invitation-role" label="Role" error={errorOf("role")}>
        {(wiring) => (
          <Select
            {...wiring}
            {...form.register("role")}
            options={ROLES.map((role) => [role, ROLE_LABELS[role]] as const)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
