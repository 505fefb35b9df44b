import { passwordChangeSchema } from "#accounts/own-account/account.ts";
import { PASSWORD_LENGTH } from "#accounts/users/user.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { PasswordField } from "#platform/web/forms/password-input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { changePassword } from "./queries.ts";
import { Section } from "./section.tsx";

export function PasswordSection() {
  const form = useSchemaForm(passwordChangeSchema, { defaultValues: { current: "", password: "" } });
  const { onSubmit, isBusy, field, mistakes, attempt, refusal, submittedAt } = useSubmit({
    form,
    prefix: "account",
    mutation: changePassword,
    toVariables: (change) => change,
    onDone: () => form.reset(),
  });
  return (
    <Section title="Password" intro="A new password signs you out everywhere else.">
      <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
        <ErrorSummary errors={mistakes} attempt={attempt} />
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <PasswordField {...field("current")} label="Present password" autoComplete="current-password" />
        <PasswordField
          {...field("password")}
          label="New password"
          hint={`${PASSWORD_LENGTH.shortest} characters or more. Three words you can remember are a good one.`}
          autoComplete="new-password"
        />
        <div>
          <Button type="submit" busyLabel={isBusy && "Changing..."}>
            Change Password
          </Button>
        </div>
      </form>
    </Section>
  );
}
