import { newInvitationSchema } from "#accounts/users/invitation.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { DutyFields, withDuties } from "./duty-fields.tsx";
import { invite, useCanMail } from "./invitation-queries.ts";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const canMail = useCanMail();
  const isLimited = useSession().user?.ownLeadsOnly === true;
  const submission = useSubmit({
    form: useSchemaForm(newInvitationSchema, {
      defaultValues: { email: "", role: "user", duties: ["answer"], ownLeadsOnly: isLimited },
    }),
    prefix: "invitation",
    mutation: invite,
    toVariables: withDuties,
    onDone: onClose,
  });
  const { field } = submission;
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
      <TextField {...field("email")} label="Email" type="email" autoComplete="off" data-autofocus="" />
      <DutyFields submission={submission} />
    </FormDialog>
  );
}
