import type { Credentials } from "#accounts/users/credentials.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { PasswordInput } from "#platform/web/forms/password-input.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import type { Submission } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";

export const CREDENTIAL_IDS = { email: "email", password: "password" };

type Props = {
  submission: Submission<Credentials, Credentials>;
  submitLabel: string;
  autoComplete: "current-password" | "new-password";
  passwordHint?: string;
};

export function CredentialsForm({ submission, submitLabel, autoComplete, passwordHint }: Props) {
  const isHydrated = useHydrated();
  const { form, onSubmit, isBusy, errorOf, mistakes, attempt, refusal, submittedAt } = submission;
  const field = (name: keyof Credentials) =>
    form.register(name, {
      // An empty field is no mistake before the form is sent. A blur leaves the server's refusal in place, because the
      // error summary itself takes the focus from the field.
      onBlur: () => form.getValues(name) !== "" && !form.getFieldState(name).error && form.trigger(name),
      onChange: () => errorOf(name) && form.trigger(name),
    });

  return (
    <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
      <ErrorSummary errors={mistakes} attempt={attempt} />
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      <Field id="email" label="Email" error={errorOf("email")}>
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
      <Field id="password" label="Password" hint={passwordHint} error={errorOf("password")}>
        {(wiring) => <PasswordInput {...wiring} {...field("password")} autoComplete={autoComplete} required />}
      </Field>
      <Button
        type="submit"
        variant="lamp"
        disabled={!isHydrated}
        data-waiting={!isHydrated || undefined}
        busyLabel={isBusy && "Loading..."}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
