import { type Account, newEmailSchema } from "#accounts/own-account/account.ts";
import { ConfirmationPanel } from "#accounts/users/web/sign-in/confirmation-panel.tsx";
import { EmailText } from "#company/shell/web/parts/contact-links.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { requestEmail } from "./queries.ts";
import { Section } from "./section.tsx";

export function EmailSection({ account: { email, newEmail, isConfirmed } }: { account: Account }) {
  const form = useSchemaForm(newEmailSchema, { defaultValues: { email: "" } });
  const { onSubmit, isBusy, field, refusal, submittedAt } = useSubmit({
    form,
    prefix: "account",
    mutation: requestEmail,
    toVariables: (request) => request,
    onDone: () => form.reset(),
  });
  return (
    <Section
      title="Email address"
      intro={
        <>
          You sign in as{" "}
          <strong className="wrap-break-word text-ink">
            <EmailText email={email} />
          </strong>
          .
        </>
      }
    >
      {!isConfirmed && <ConfirmationPanel />}
      {newEmail && (
        <Note>
          <p>
            We have sent an e-mail to{" "}
            <strong className="wrap-break-word">
              <EmailText email={newEmail} />
            </strong>
            . Your address changes once you open the link in it.
          </p>
        </Note>
      )}
      <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <TextField
          {...field("email")}
          label="New e-mail address"
          hint="You confirm it from there. Your present address is told, and can take the change back for 7 days."
          type="email"
          autoComplete="email"
        />
        <div>
          <Button type="submit" busyLabel={isBusy && "Sending..."}>
            Change Email Address
          </Button>
        </div>
      </form>
    </Section>
  );
}
