import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { emailSchema } from "#platform/text.ts";
import { ApiError, errorText } from "#platform/web/api.ts";
import { showToast } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { ErrorSummary } from "#platform/web/ui/error-summary.tsx";
import { Field } from "#platform/web/ui/field.tsx";
import { FormRefusal } from "#platform/web/ui/form-refusal.tsx";
import { Input } from "#platform/web/ui/input.tsx";
import { PasswordInput } from "#platform/web/ui/password-input.tsx";
import { Select } from "#platform/web/ui/select.tsx";
import { useOneAtATime } from "#platform/web/use-one-at-a-time.ts";
import {
  BOTH_REQUIRED,
  type NewUser,
  newPasswordSchema,
  newUserSchema,
  PASSWORD_LENGTH,
  ROLE_LABELS,
  ROLES,
  STATUS_LABELS,
  type User,
  userChangesSchema,
} from "#users/user.ts";
import { useChangeUser, useCreateUser } from "./queries.ts";

const FORM = "user-form";
/** The toast says what the product says; beside its field each says its own part. */
const createFormSchema = z.extend(newUserSchema, {
  email: emailSchema("Email is required"),
  password: newPasswordSchema("Password is required"),
});
const FIELDS = ["email", "password", "role", "isActive"] as const;

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
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<NewUser>({ resolver, defaultValues: start, shouldFocusError: false });
  const { errors, isSubmitting, submitCount } = form.formState;

  const onValid = useOneAtATime(async (user: NewUser) => {
    setRefusal(undefined);
    try {
      await save(user);
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      for (const name of FIELDS) if (fields[name]) form.setError(name, { message: fields[name] });
      if (!FIELDS.some((name) => fields[name])) setRefusal(errorText(error, fallback));
    }
  });
  const onInvalid = () => {
    const { email, password } = form.getValues();
    const isMissing = submitLabel === "Create User" && (email.trim() === "" || password === "");
    if (isMissing) showToast({ title: "Validation Error", description: BOTH_REQUIRED, tone: "destructive" });
  };
  const shown = FIELDS.flatMap((name) => {
    const message = errors[name]?.message;
    return message ? [{ id: `user-${name}`, message }] : [];
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
          <Button type="submit" form={FORM} busyLabel={isSubmitting && busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={FORM} method="post" noValidate className="grid gap-5" onSubmit={form.handleSubmit(onValid, onInvalid)}>
        <ErrorSummary errors={submitCount > 0 ? shown : []} attempt={submitCount} />
        {refusal && <FormRefusal key={submitCount}>{refusal}</FormRefusal>}
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
      </form>
    </Dialog>
  );
}
