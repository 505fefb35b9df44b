import { type Account, profileSchema } from "#accounts/own-account/account.ts";
import { ROLE_LABELS } from "#accounts/users/user.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { changeProfile } from "./queries.ts";
import { Section } from "./section.tsx";

export function ProfileSection({ account: { name, role, videoLink } }: { account: Account }) {
  const form = useSchemaForm(profileSchema, { defaultValues: { name, ...(videoLink !== undefined && { videoLink }) } });
  const { onSubmit, isBusy, field, refusal, submittedAt } = useSubmit({
    form,
    prefix: "account",
    mutation: changeProfile,
    toVariables: (changes) => changes,
  });
  return (
    <Section title="Profile" intro={`Your role is ${ROLE_LABELS[role]}.`}>
      <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <TextField {...field("name")} label="Name" optional autoComplete="name" />
        {videoLink !== undefined && (
          <TextField
            {...field("videoLink")}
            label="Link for video calls"
            optional
            type="url"
            hint="Of your own meeting room. Used for the meetings that you hold, if video calls are held at each person’s link."
            placeholder="https://"
            autoComplete="off"
          />
        )}
        <div>
          <Button type="submit" busyLabel={isBusy && "Saving..."}>
            Save Profile
          </Button>
        </div>
      </form>
    </Section>
  );
}
