import type { Credentials } from "#accounts/users/credentials.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { PasswordField } from "#platform/web/forms/password-input.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import type { Submission } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";

type Props = {
  submission: Submission<Credentials, Credentials>;
  submitLabel: string;
  autoComplete: "current-password" | "new-password";
  passwordHint?: string;
};

export function CredentialsForm({ submission, submitLabel, autoComplete, passwordHint }: Props) {
  const isHydrated = useHydrated();
  const { form, onSubmit, isBusy, mistakes, attempt, refusal, submittedAt } = submission;
  const field = (name: keyof Credentials) =>
    submission.field(name, {
      // An empty field is no mistake before the form is sent. A blur leaves the server's refusal in place, because the
      // error summary itself takes the focus from the field.
      onBlur: () => form.getValues(name) !== "" && !form.getFieldState(name).error && form.trigger(name),
      onChange: () => form.getFieldState(name).error && form.trigger(name),
    });

  return (
    <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
      <ErrorSummary errors={mistakes} attempt={attempt} />
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" required />
      <PasswordField {...field("password")} label="Password" hint={passwordHint} autoComplete={autoComplete} required />
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
