import { lazy, Suspense, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { loginSchema, type SignedIn } from "#accounts/users/credentials.ts";
import { redirectAfterSignIn } from "#accounts/users/redirect-after-sign-in.ts";
import { EntryLayout } from "#company/shell/web/layouts/entry-layout.tsx";
import type { PageMeta } from "#company/shell/web/page.ts";
import { EmailText } from "#company/shell/web/parts/contact-links.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { signOut } from "#platform/web/sign-out.ts";
import { showToast, showToastAfterNavigation } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { AskedFactor } from "../second-factor/browser-passkeys.ts";
import { PasskeySignIn } from "../second-factor/passkey-sign-in.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { login } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Sign In | ${company.name}` });

const SecondStepForm = lazy(() => import("../second-factor/second-step.tsx"));

const SIGNED_IN = { title: "Success", description: "Logged in successfully" };

export default function LoginPage() {
  const navigate = useNavigate();
  const { state } = useLocation();

  const goOn = ({ role, secondFactorDue }: SignedIn) => {
    const to = redirectAfterSignIn(role, state?.from);
    if (to === "/") {
      showToastAfterNavigation(SIGNED_IN);
      location.replace(to);
      return;
    }
    // While a second factor is due the site stays closed.
    if (!secondFactorDue) showToast(SIGNED_IN);
    navigate(to, { replace: true });
  };

  const [asked, setAsked] = useState<AskedFactor>();
  const submission = useSubmit({
    form: useSchemaForm(loginSchema),
    mutation: login,
    toVariables: (credentials) => credentials,
    onDone: (answer) => ("challenge" in answer ? setAsked(answer) : goOn(answer)),
  });

  if (asked)
    return (
      <EntryLayout>
        <div className="card sm:p-8">
          <Suspense fallback={<LoadingText>Loading...</LoadingText>}>
            <SecondStepForm asked={asked} onDone={goOn} onBack={() => setAsked(undefined)} />
          </Suspense>
        </div>
      </EntryLayout>
    );

  return (
    <EntryLayout>
      <Note>
        <h2 className="font-body font-semibold text-small">Administrator Access</h2>
        <p>Admins sign in with their admin account to reach the dashboard and manage bookings, contacts and users.</p>
      </Note>
      {(submission.isIdle || submission.error) && <SignedInAlready from={state?.from} />}
      <div className="card mt-6 sm:p-8">
        <h1 className="text-h2">Welcome back</h1>
        <CredentialsForm submission={submission} submitLabel="Sign In" autoComplete="current-password" />
        <PasskeySignIn onDone={goOn} />
        <p className="mt-4">
          <Link to="/forgot-password" className="link inline-flex min-h-11 items-center font-semibold">
            Forgot password?
          </Link>
        </p>
        <p className="mt-2">
          Don't have an account?{" "}
          <Link to="/register" state={state} className="link inline-flex min-h-11 items-center font-semibold">
            Sign up
          </Link>
        </p>
      </div>
    </EntryLayout>
  );
}

function SignedInAlready({ from }: { from: unknown }) {
  const { isSignedIn, user } = useSession();
  if (!isSignedIn) return null;
  const to = redirectAfterSignIn(user?.role ?? "", from);
  const isAdmin = user?.role === "admin";
  return (
    <div className="mt-4">
      <Note tone="ok">
        <p>
          You are signed in{user?.email ? " as " : ""}
          <strong className="wrap-break-word">
            <EmailText email={user?.email ?? ""} />
          </strong>
          .
        </p>
        <p className="flex flex-wrap items-center gap-x-6">
          <Link to={to === "/" ? "/dashboard" : to} className="link inline-flex min-h-11 items-center font-semibold">
            {isAdmin ? "Go to the admin area" : "Go to your dashboard"}
          </Link>
          <Button variant="link" size="compact" className="min-h-11" onClick={signOut}>
            Log out
          </Button>
        </p>
      </Note>
    </div>
  );
}
