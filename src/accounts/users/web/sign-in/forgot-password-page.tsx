import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { forgotPasswordSchema } from "#accounts/users/link.ts";
import { EntryLayout } from "#company/shell/web/layouts/entry-layout.tsx";
import type { PageMeta } from "#company/shell/web/page.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { askForReset, useSignInOptions } from "./link-queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Forgot password | ${company.name}` });

export default function ForgotPasswordPage() {
  const options = useSignInOptions();
  const submission = useSubmit({
    form: useSchemaForm(forgotPasswordSchema),
    mutation: askForReset,
    toVariables: (asked) => asked,
  });
  return (
    <EntryLayout>
      <div className="card sm:p-8">
        {submission.isDone ? (
          <Asked />
        ) : (
          <>
            <h1 className="text-h2">Forgot your password?</h1>
            {options?.mail === false ? <WithoutMail ask={options.ask} /> : <AskForm submission={submission} />}
          </>
        )}
        <p className="mt-6">
          <Link to="/login" className="link inline-flex min-h-11 items-center font-semibold">
            Back to sign in
          </Link>
        </p>
      </div>
    </EntryLayout>
  );
}

type Asking = ReturnType<typeof useSubmit<{ email: string }, { email: string }, { email: string }, unknown>>;

function AskForm({
  submission,
}: {
  submission: Pick<Asking, "onSubmit" | "isBusy" | "field" | "refusal" | "submittedAt">;
}) {
  const isHydrated = useHydrated();
  const { onSubmit, isBusy, field, refusal, submittedAt } = submission;
  return (
    <>
      <p className="mt-2 text-muted">Enter the e-mail address of your account for a link to set a new one.</p>
      <form method="post" noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
        {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
        <TextField {...field("email")} label="Email" type="email" autoComplete="username" required />
        <Button type="submit" variant="lamp" disabled={!isHydrated} busyLabel={isBusy && "Sending..."}>
          Send the link
        </Button>
      </form>
    </>
  );
}

function Asked() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h2">
        Look into your mailbox
      </h1>
      <p className="mt-2">
        If there is an account with this address, an e-mail with a link is on its way. The link works once, for 30
        minutes.
      </p>
      <p className="mt-4 text-muted">
        Nothing there after a few minutes? Look among the spam, and check the address. After five links in an hour no
        further one is sent: the ones that you have still work.
      </p>
    </>
  );
}

function WithoutMail({ ask }: { ask: string }) {
  return (
    <div className="mt-4">
      <Note tone="warn">
        <p>This site cannot send e-mail yet, so it cannot send you a link.</p>
        <p className="mt-2">
          <strong>Admins:</strong> ask another admin to set a new password for you under Users. If there is none, the
          person who runs the server gets a new password with{" "}
          <code className="wrap-anywhere">npm run admin -- EMAIL</code>.
        </p>
        <p className="mt-2">
          <strong>Everyone else:</strong> please ask: <strong className="wrap-anywhere">{ask}</strong>.
        </p>
      </Note>
    </div>
  );
}
