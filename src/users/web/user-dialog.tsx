import * as z from "zod/mini";
import { emailSchema } from "#platform/text.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { PasswordInput } from "#platform/web/forms/password-input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { showToast } from "#platform/web/toast.ts";
import { BOTH_REQUIRED, newUserSchema } from "#users/admin.ts";
import { newPasswordSchema, PASSWORD_LENGTH, ROLE_LABELS, ROLES, STATUS_LABELS, type User } from "#users/user.ts";
import { changeUser, createUser } from "./queries.ts";

/** The toast uses the product's text; each field has its own message. */
const createFormSchema = z.extend(newUserSchema, {
  email: emailSchema("Email is required"),
  password: newPasswordSchema("Password is required"),
});
const editFormSchema = z.extend(createFormSchema, { password: newPasswordSchema() });
const IDS = { email: "user-email", password: "user-password", role: "user-role", isActive: "user-isActive" };

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(createFormSchema, {
    defaultValues: { email: "", password: "", role: "user", isActive: true },
  });
  const submission = useSubmit({
    form,
    ids: IDS,
    mutation: createUser,
    toVariables: (user) => user,
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
  const form = useSchemaForm(editFormSchema, { defaultValues: { email, password: "", role, isActive } });
  const submission = useSubmit({
    form,
    ids: IDS,
    mutation: changeUser,
    toVariables: (changes) => ({ id, ...changes }),
    onDone: onClose,
  });
  return (
    <UserDialog
      title="Edit User"
      submit={{ label: "Save Changes", busyLabel: "Saving..." }}
      passwordHint="Leave it empty to keep the current one. A new one signs this person out everywhere."
      submission={submission}
      onClose={onClose}
    />
  );
}

type Props = {
  title: string;
  submit: { label: string; busyLabel: string };
  passwordHint: string;
  submission: Submission<z.input<typeof createFormSchema>, z.output<typeof createFormSchema>>;
  onClose: () => void;
};

function UserDialog({ title, submit, passwordHint, submission, onClose }: Props) {
  const { form, errorOf } = submission;
  return (
    <FormDialog title={title} submit={submit} submission={submission} onClose={onClose}>
      <Field id="user-email" label="Email" error={errorOf("email")}>
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
      <Field id="user-password" label="Password" hint={passwordHint} error={errorOf("password")}>
        {(wiring) => <PasswordInput {...wiring} {...form.register("password")} autoComplete="new-password" />}
      </Field>
      <Field id="user-role" label="Role" error={errorOf("role")}>
        {(wiring) => (
          <Select
            {...wiring}
            {...form.register("role")}
            options={ROLES.map((role) => [role, ROLE_LABELS[role]] as const)}
          />
        )}
      </Field>
      <Field id="user-isActive" label="Status" error={errorOf("isActive")}>
        {(wiring) => (
          <Select
            {...wiring}
            {...form.register("isActive", { setValueAs: (value) => String(value) === "true" })}
            options={[
              ["true", STATUS_LABELS.active],
              ["false", STATUS_LABELS.inactive],
            ]}
          />
        )}
      </Field>
    </FormDialog>
  );
}
