import { Link, useLocation, useNavigate } from "react-router";
import { registrationSchema } from "#accounts/users/credentials.ts";
import { PASSWORD_LENGTH } from "#accounts/users/user.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownContact, shownEmail } from "#company/shell/shown.ts";
import { EntryLayout } from "#company/shell/web/layouts/entry-layout.tsx";
import type { PageMeta } from "#company/shell/web/page.ts";
import { ContactLink } from "#company/shell/web/parts/reach.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { useSignInOptions } from "./link-queries.ts";
import { register } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Create an account | ${company.name}` });

export default function RegisterPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const options = useSignInOptions();

  const submission = useSubmit({
    form: useSchemaForm(registrationSchema),
    mutation: register,
    toVariables: (credentials) => credentials,
    onDone: () => navigate("/login", { state }),
  });

  return (
    <EntryLayout>
      <div className="card sm:p-8">
        <h1 className="text-h2">Create an account</h1>
        {options?.registration === "closed" ? (
          <p className="mt-2">
            Making an account yourself is closed here. If you need one, please ask us: <AskUs />. Meetings are booked
            without an account.
          </p>
        ) : (
          <>
            <p className="mt-2 text-muted">Enter your details to get started</p>
            <CredentialsForm
              submission={submission}
              submitLabel="Create Account"
              autoComplete="new-password"
              passwordHint={`${PASSWORD_LENGTH.shortest} characters or more. Three words you can remember are a good one.`}
            />
          </>
        )}
        <p className="mt-6">
          Already have an account?{" "}
          <Link to="/login" state={state} className="link inline-flex min-h-11 items-center font-semibold">
            Sign in
          </Link>
        </p>
      </div>
    </EntryLayout>
  );
}

function AskUs() {
  const facts = useFacts();
  return <ContactLink contact={shownEmail(facts) ?? shownContact(facts)} className="link wrap-anywhere" />;
}
