import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type Resolver, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { emailSchema } from "#platform/text.ts";
import { FieldsDialog } from "#platform/web/dialogs/fields-dialog.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { PasswordInput } from "#platform/web/forms/password-input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { showToast } from "#platform/web/toast.ts";
import { BOTH_REQUIRED, type NewUser, newUserSchema, userChangesSchema } from "#users/admin.ts";
import { newPasswordSchema, PASSWORD_LENGTH, ROLE_LABELS, ROLES, STATUS_LABELS, type User } from "#users/user.ts";
import { useChangeUser, useCreateUser } from "./queries.ts";

/** The toast says what the product says; beside its field each says its own part. */
const createFormSchema = z.extend(newUserSchema, {
  email: emailSchema("Email is required"),
  password: newPasswordSchema("Password is required"),
});
const IDS = { email: "user-email", password: "user-password", role: "user-role", isActive: "user-isActive" };

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateUser();
  return (
    <UserDialog
      title="Create User"
      submitLabel="Create User"
      busyLabel="Creating..."
      passwordHint={`${PASSWORD_LENGTH.shortest} characters or more.`}
      fallback="Failed to create user"
      resolver={standardSchemaResolver(createFormSchema)}
      start={{ email: "", password: "", role: "user", isActive: true }}
      save={create.mutateAsync}
      onClose={onClose}
    />
  );
}

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useChangeUser();
  const { email, role, isActive } = user;
  return (
    <UserDialog
      title="Edit User"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      passwordHint="Leave it empty to keep the present one. A new one signs this person out everywhere."
      fallback="Failed to update user"
      resolver={standardSchemaResolver(userChangesSchema) as unknown as Resolver<NewUser>}
      start={{ email, password: "", role, isActive }}
      save={(changes) => change.mutateAsync({ id: user._id, ...changes })}
      onClose={onClose}
    />
  );
}

type Props = {
  title: string;
  submitLabel: string;
  busyLabel: string;
  passwordHint: string;
  fallback: string;
  resolver: Resolver<NewUser>;
  start: NewUser;
  save: (user: NewUser) => Promise<unknown>;
  onClose: () => void;
};

function UserDialog({ title, submitLabel, busyLabel, passwordHint, fallback, resolver, start, save, onClose }: Props) {
  const form = useForm<NewUser>({ resolver, defaultValues: start, shouldFocusError: false });
  const { errors } = form.formState;
  const onInvalid = () => {
    const { email, password } = form.getValues();
    const isMissing = submitLabel === "Create User" && (email.trim() === "" || password === "");
    if (isMissing) showToast({ title: "Validation Error", description: BOTH_REQUIRED, tone: "destructive" });
  };

  return (
    <FieldsDialog
      title={title}
      submit={{ label: submitLabel, busyLabel }}
      form={form}
      ids={IDS}
      send={async (user) => {
        await save(user);
        onClose();
      }}
      fallback={fallback}
      onInvalid={onInvalid}
      onClose={onClose}
    >
      <Field id="user-email" label="Email" error={errors.email?.message}>
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
      <Field id="user-password" label="Password" hint={passwordHint} error={errors.password?.message}>
        {(wiring) => <PasswordInput {...wiring} {...form.register("password")} autoComplete="new-password" />}
      </Field>
      <Field id="user-role" label="Role" error={errors.role?.message}>
        {(wiring) => (
          <Select
            {...wiring}
            {...form.register("role")}
            options={ROLES.map((role) => [role, ROLE_LABELS[role]] as const)}
          />
        )}
      </Field>
      <Field id="user-isActive" label="Status" error={errors.isActive?.message}>
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
    </FieldsDialog>
  );
}
