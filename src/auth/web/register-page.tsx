import { Link, useLocation, useNavigate } from "react-router";
import { registrationSchema } from "#auth/credentials.ts";
import { company } from "#company/facts.ts";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { EntryLayout } from "#shell/web/layouts/entry-layout.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { PASSWORD_LENGTH } from "#users/user.ts";
import { CREDENTIAL_IDS, CredentialsForm } from "./credentials-form.tsx";
import { register } from "./queries.ts";

export const meta: PageMeta = { title: `Create an account | ${company.name}` };

export default function RegisterPage() {
  const navigate = useNavigate();
  const { state } = useLocation();

  const submission = useSubmit({
    form: useSchemaForm(registrationSchema),
    ids: CREDENTIAL_IDS,
    mutation: register,
    toVariables: (credentials) => credentials,
    onDone: () => navigate("/login", { state }),
  });

  return (
    <EntryLayout>
      <div className="card sm:p-8">
        <h1 className="text-h2">Create an account</h1>
        <p className="mt-2 text-muted">Enter your details to get started</p>
        <CredentialsForm
          submission={submission}
          submitLabel="Create Account"
          autoComplete="new-password"
          passwordHint={`${PASSWORD_LENGTH.shortest} characters or more. Three words you can remember are a good one.`}
        />
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
