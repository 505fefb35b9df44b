import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Credentials, loginSchema, registrationSchema } from "#auth/credentials.ts";
import { ApiError, errorText } from "#platform/web/api.ts";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { ErrorSummary } from "#platform/web/ui/error-summary.tsx";
import { Field } from "#platform/web/ui/field.tsx";
import { FormRefusal } from "#platform/web/ui/form-refusal.tsx";
import { Input } from "#platform/web/ui/input.tsx";
import { PasswordInput } from "#platform/web/ui/password-input.tsx";

import { useOneAtATime } from "#platform/web/use-one-at-a-time.ts";

const FIELDS = ["email", "password"] as const;

type Props = {
  schema: typeof loginSchema | typeof registrationSchema;
  submitLabel: string;
  autoComplete: "current-password" | "new-password";
  passwordHint?: string;
  /** Stands for a failure that brings no text of its own. */
  fallback: string;
  submit: (credentials: Credentials) => Promise<unknown>;
};

/** E-mail, password and a button: the form of signing in and of signing up. */
export function CredentialsForm({ schema, submitLabel, autoComplete, passwordHint, fallback, submit }: Props) {
  const isHydrated = useHydrated();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<Credentials>({ resolver: standardSchemaResolver(schema), shouldFocusError: false });
  const { errors, isSubmitting, submitCount } = form.formState;

  const onValid = useOneAtATime(async (credentials: Credentials) => {
    setRefusal(undefined);
    try {
      await submit(credentials);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      for (const name of FIELDS) if (fields[name]) form.setError(name, { message: fields[name] });
      if (!FIELDS.some((name) => fields[name])) setRefusal(errorText(error, fallback));
    }
  });
  const field = (name: (typeof FIELDS)[number]) =>
    form.register(name, {
      // An empty field is no mistake until the form is sent, and a mistake is gone as soon as it is mended.
      onBlur: () => form.getValues(name) !== "" && form.trigger(name),
      onChange: () => errors[name] && form.trigger(name),
    });
  const shown = FIELDS.flatMap((name) => (errors[name]?.message ? [{ id: name, message: errors[name].message }] : []));

  return (
    <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={form.handleSubmit(onValid)}>
      <ErrorSummary errors={submitCount > 0 ? shown : []} attempt={submitCount} />
      {refusal && <FormRefusal key={submitCount}>{refusal}</FormRefusal>}
      <Field id="email" label="Email" error={errors.email?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            {...field("email")}
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field id="password" label="Password" hint={passwordHint} error={errors.password?.message}>
        {(wiring) => <PasswordInput {...wiring} {...field("password")} autoComplete={autoComplete} required />}
      </Field>
      <Button
        type="submit"
        variant="lamp"
        disabled={!isHydrated}
        data-waiting={!isHydrated || undefined}
        busyLabel={isSubmitting && "Loading..."}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
