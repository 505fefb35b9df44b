import type { UseMutationOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type PasswordByLink, passwordByLinkSchema } from "#accounts/users/link.ts";
import { PASSWORD_LENGTH } from "#accounts/users/user.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { PasswordField } from "#platform/web/forms/password-input.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";

const formSchema = z.pick(passwordByLinkSchema, { password: true });

type Props<Answer> = {
  token: string;
  mutation: UseMutationOptions<Answer, Error, PasswordByLink>;
  submit: { label: string; busyLabel: string };
  onDone: (answer: Answer) => void;
};

export function NewPasswordForm<Answer>({ token, mutation, submit, onDone }: Props<Answer>) {
  const isHydrated = useHydrated();
  const { onSubmit, isBusy, field, refusal, submittedAt } = useSubmit({
    form: useSchemaForm(formSchema),
    mutation,
    toVariables: ({ password }) => ({ token, password }),
    onDone,
  });
  return (
    <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      <PasswordField
        {...field("password")}
        label="New password"
        hint={`${PASSWORD_LENGTH.shortest} characters or more. Three words you can remember are a good one.`}
        autoComplete="new-password"
        required
      />
      <Button type="submit" variant="lamp" disabled={!isHydrated} busyLabel={isBusy && submit.busyLabel}>
        {submit.label}
      </Button>
    </form>
  );
}
