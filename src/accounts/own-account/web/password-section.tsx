import { passwordChangeSchema } from "#accounts/own-account/account.ts";
import { PASSWORD_LENGTH } from "#accounts/users/user.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { PasswordInput } from "#platform/web/forms/password-input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { changePassword } from "./queries.ts";
import { Section } from "./section.tsx";

const IDS = { current: "account-current-password", password: "account-new-password" };

export function PasswordSection() {
  const form = useSchemaForm(passwordChangeSchema, { defaultValues: { current: "", password: "" } });
  const { onSubmit, isBusy, errorOf, mistakes, attempt, refusal, submittedAt } = useSubmit({
    form,
    ids: IDS,
    mutation: changePassword,
    toVariables: (change) => change,
    onDone: () => form.reset(),
  });
  return (
    <Section title="Password" intro="A new password signs you out everywhere else.">
      <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
        <ErrorSummary errors={mistakes} attempt={attempt} />
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <Field id={IDS.current} label="Present password" error={errorOf("current")}>
          {(wiring) => <PasswordInput {...wiring} {...form.register("current")} autoComplete="current-password" />}
        </Field>
        <Field
          id={IDS.password}
          label="New password"
          hint={`${PASSWORD_LENGTH.shortest} characters or more. Three words you can remember are a good one.`}
          error={errorOf("password")}
        >
          {(wiring) => <PasswordInput {...wiring} {...form.register("password")} autoComplete="new-password" />}
        </Field>
        <div>
          <Button type="submit" busyLabel={isBusy && "Changing..."}>
            Change Password
          </Button>
        </div>
      </form>
    </Section>
  );
}
