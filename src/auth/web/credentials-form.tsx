import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import type { Credentials, loginSchema, registrationSchema } from "#auth/credentials.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { PasswordInput } from "#platform/web/forms/password-input.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { useSend } from "#platform/web/forms/use-send.ts";
import { Button } from "#platform/web/ui/button.tsx";

const IDS = { email: "email", password: "password" };

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
  const form = useForm<Credentials>({ resolver: standardSchemaResolver(schema), shouldFocusError: false });
  const { errors, isSubmitting } = form.formState;
  const { onValid, mistakes, refusal, attempt } = useSend({ form, ids: IDS, send: submit, fallback });
  const field = (name: keyof typeof IDS) =>
    form.register(name, {
      // An empty field is no mistake until the form is sent, and a mistake is gone as soon as it is mended.
      // What the server refused stays: the summary takes the focus from the field, and would take the mistake along.
      onBlur: () => form.getValues(name) !== "" && !form.getFieldState(name).error && form.trigger(name),
      onChange: () => errors[name] && form.trigger(name),
    });

  return (
    <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={form.handleSubmit(onValid)}>
      <ErrorSummary errors={mistakes} attempt={attempt} />
      {refusal && <FormRefusal key={attempt}>{refusal}</FormRefusal>}
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
