import { type Account, nameSchema } from "#accounts/own-account/account.ts";
import { ROLE_LABELS } from "#accounts/users/user.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { changeName } from "./queries.ts";
import { Section } from "./section.tsx";

export function ProfileSection({ account: { name, role } }: { account: Account }) {
  const form = useSchemaForm(nameSchema, { defaultValues: { name } });
  const { onSubmit, isBusy, errorOf, refusal, submittedAt } = useSubmit({
    form,
    ids: { name: "account-name" },
    mutation: changeName,
    toVariables: (changes) => changes,
  });
  return (
    <Section title="Profile" intro={`Your role is ${ROLE_LABELS[role]}.`}>
      <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <Field id="account-name" label="Name" optional error={errorOf("name")}>
          {(wiring) => <Input {...wiring} {...form.register("name")} autoComplete="name" />}
        </Field>
        <div>
          <Button type="submit" busyLabel={isBusy && "Saving..."}>
            Save Name
          </Button>
        </div>
      </form>
    </Section>
  );
}
