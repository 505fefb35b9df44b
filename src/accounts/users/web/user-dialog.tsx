import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { BOTH_REQUIRED, newUserSchema } from "#accounts/users/admin.ts";
import {
  newPasswordSchema,
  PASSWORD_LENGTH,
  ROLE_LABELS,
  ROLES,
  STATUS_LABELS,
  type User,
} from "#accounts/users/user.ts";
import { emailSchema } from "#platform/text.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { PasswordInput } from "#platform/web/forms/password-input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { type SchemaForm, type Submission, useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { showToast } from "#platform/web/toast.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { useCanMail } from "./invitation-queries.ts";
import { changeUser, createUser } from "./queries.ts";

const createFormSchema = z.extend(newUserSchema, {
  email: emailSchema("Email is required"),
  password: newPasswordSchema("Password is required"),
  confirmed: z.boolean(),
});
const editFormSchema = z.extend(createFormSchema, { password: newPasswordSchema() });
const IDS = {
  email: "user-email",
  confirmed: "user-confirmed",
  password: "user-password",
  role: "user-role",
  isActive: "user-isActive",
};

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(createFormSchema, {
    defaultValues: { email: "", password: "", role: "user", isActive: true, confirmed: false },
  });
  const submission = useSubmit({
    form,
    ids: IDS,
    mutation: createUser,
    toVariables: ({ confirmed: _, ...user }) => user,
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
  const defaultValues = { email, password: "", role, isActive, confirmed: false };
  const form = useSchemaForm(editFormSchema, { defaultValues });
  const submission = useSubmit({
    form,
    ids: IDS,
    mutation: changeUser,
    toVariables: ({ confirmed, ...changes }) => ({ id, ...changes, ...(confirmed && { confirmed }) }),
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
      <UnconfirmedAddress form={form} user={user} />
    </UserDialog>
  );
}

type FormInput = z.input<typeof createFormSchema>;
type FormOutput = z.output<typeof createFormSchema>;

function UnconfirmedAddress({ form, user }: { form: SchemaForm<FormInput, FormOutput>; user: User }) {
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
          {...form.register("confirmed")}
          id={IDS.confirmed}
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
      {children}
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
