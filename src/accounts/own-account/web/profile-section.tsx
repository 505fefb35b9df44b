import { type Account, nameSchema } from "#accounts/own-account/account.ts";
import { ROLE_LABELS } from "#accounts/users/user.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { changeName } from "./queries.ts";
import { Section } from "./section.tsx";

export function ProfileSection({ account: { name, role } }: { account: Account }) {
  const form = useSchemaForm(nameSchema, { defaultValues: { name } });
  const { onSubmit, isBusy, field, refusal, submittedAt } = useSubmit({
    form,
    prefix: "account",
    mutation: changeName,
    toVariables: (changes) => changes,
  });
  return (
    <Section title="Profile" intro={`Your role is ${ROLE_LABELS[role]}.`}>
      <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <TextField {...field("name")} label="Name" optional autoComplete="name" />
        <div>
          <Button type="submit" busyLabel={isBusy && "Saving..."}>
            Save Name
          </Button>
        </div>
      </form>
    </Section>
  );
}
