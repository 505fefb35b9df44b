import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { BOTH_REQUIRED, newUserSchema } from "#accounts/users/admin.ts";
import { newPasswordSchema, PASSWORD_LENGTH, STATUS_LABELS, type User } from "#accounts/users/user.ts";
import { emailSchema } from "#platform/text.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { PasswordField } from "#platform/web/forms/password-input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { showToast } from "#platform/web/toast.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { DutyFields, useOwnDuties, withDuties } from "./duty-fields.tsx";
import { useCanMail } from "./invitation-queries.ts";
import { changeUser, createUser } from "./queries.ts";

const createFormSchema = z.extend(newUserSchema, {
  email: emailSchema("Email is required"),
  password: newPasswordSchema("Password is required"),
  confirmed: z.boolean(),
});
const editFormSchema = z.extend(createFormSchema, { password: newPasswordSchema() });

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const own = useOwnDuties();
  const isLimited = useSession().user?.ownLeadsOnly === true;
  const form = useSchemaForm(createFormSchema, {
    defaultValues: {
      email: "",
      password: "",
      role: "user",
      duties: own,
      ownLeadsOnly: isLimited,
      isActive: true,
      confirmed: false,
    },
  });
  const submission = useSubmit({
    form,
    prefix: "user",
    mutation: createUser,
    toVariables: ({ confirmed: _, ...user }) => withDuties(user),
    onDone: onClose,
    onInvalid: () => {
      const { email, password } = form.getValues();
      if (email.trim() === "" || password === "")
        showToast({ title: "Validation Error", description: BOTH_REQUIRED, tone: "destructive" });
    },
  });
  return (
    <UserDialog
      title="Create User"
      submit={{ label: "Create User", busyLabel: "Creating..." }}
      passwordHint={`${PASSWORD_LENGTH.shortest} characters or more.`}
      submission={submission}
      onClose={onClose}
    />
  );
}

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { _id: id, email, role, isActive } = user;
  const own = useOwnDuties();
  const duties = role === "admin" ? user.duties : own;
  const defaultValues = {
    email,
    password: "",
    role,
    duties,
    ownLeadsOnly: user.ownLeadsOnly === true,
    isActive,
    confirmed: false,
  };
  const form = useSchemaForm(editFormSchema, { defaultValues });
  const submission = useSubmit({
    form,
    prefix: "user",
    mutation: changeUser,
    toVariables: ({ confirmed, ...changes }) => ({ id, ...withDuties(changes), ...(confirmed && { confirmed }) }),
    onDone: onClose,
  });
  return (
    <UserDialog
      title="Edit User"
      submit={{ label: "Save Changes", busyLabel: "Saving..." }}
      passwordHint="Leave it empty to keep the current one. A new one signs this person out everywhere."
      submission={submission}
      onClose={onClose}
    >
      <UnconfirmedAddress submission={submission} user={user} />
    </UserDialog>
  );
}

type FormInput = z.input<typeof createFormSchema>;
type FormOutput = z.output<typeof createFormSchema>;

function UnconfirmedAddress({ submission: { form, field }, user }: Pick<Props, "submission"> & { user: User }) {
  const canMail = useCanMail();
  const isChanged = useWatch({ control: form.control, name: "email" }).trim() !== user.email;
  if (user.confirmed && !isChanged) return null;
  return (
    <>
      <Note tone="warn">
        {isChanged
          ? "No e-mail about visitors goes to a new address until it is confirmed. "
          : "Nobody has shown that this address is theirs: no e-mail about visitors goes there. "}
        {!user.confirmed &&
          user.role === "user" &&
          `If someone registered the account, it may be a stranger's. Making it an admin's${canMail === false ? ", or vouching for its address," : ""} needs a new password, which ends all that the account had.`}
      </Note>
      {canMail === false && (
        <Checkbox
          {...field("confirmed")}
          label="I know that this address is theirs"
          hint="This site cannot send e-mail, so no link can confirm it."
        />
      )}
    </>
  );
}

type Props = {
  title: string;
  submit: { label: string; busyLabel: string };
  passwordHint: string;
  submission: Submission<FormInput, FormOutput>;
  onClose: () => void;
  children?: ReactNode;
};

function UserDialog({ title, submit, passwordHint, submission, onClose, children }: Props) {
  const { field } = submission;
  return (
    <FormDialog title={title} submit={submit} submission={submission} onClose={onClose}>
      <TextField {...field("email")} label="Email" type="email" autoComplete="off" data-autofocus="" />
      {children}
      <PasswordField {...field("password")} label="Password" hint={passwordHint} autoComplete="new-password" />
      <DutyFields submission={submission} />
      <SelectField
        {...field("isActive", { setValueAs: (value) => String(value) === "true" })}
        label="Status"
        options={[
          ["true", STATUS_LABELS.active],
          ["false", STATUS_LABELS.inactive],
        ]}
      />
    </FormDialog>
  );
}
