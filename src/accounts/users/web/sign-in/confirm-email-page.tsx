import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { errorText } from "#platform/web/api.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { ConfirmPasswordForm } from "./confirm-password-form.tsx";
import { LinkCard } from "./link-card.tsx";
import { confirmEmail } from "./link-queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Confirm your address | ${company.name}` });

const TITLE = "Confirm your e-mail address";

export default function ConfirmEmailPage() {
  return (
    <LinkCard title={TITLE} missing="A signed-in account can have it sent again.">
      {(token) => <Confirm token={token} />}
    </LinkCard>
  );
}

/** Opening the link changes nothing: mail scanners open links too. */
function Confirm({ token }: { token: string }) {
  const { mutate, data, error, isPending, submittedAt } = useMutation(confirmEmail);
  const [isDone, setDone] = useState(false);
  if (isDone || data === "confirmed") return <Confirmed />;
  if (data === "password") return <ConfirmPasswordForm token={token} onDone={() => setDone(true)} />;
  return (
    <>
      <h1 className="text-h2">{TITLE}</h1>
      <p className="mt-2 text-muted">
        With one press you confirm that this address is yours, and that you asked for it.
      </p>
      {error && (
        <div className="mt-6">
          <FormRefusal key={submittedAt}>{errorText(error, confirmEmail.meta?.fallback ?? "")}</FormRefusal>
        </div>
      )}
      <p className="mt-6">
        <Button variant="lamp" onClick={() => mutate(token)} busyLabel={isPending && "Confirming..."}>
          Confirm my address
        </Button>
      </p>
      <p className="mt-6">If it was not you, close this page: nothing happens.</p>
    </>
  );
}

function Confirmed() {
  const { isSignedIn, user } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [to, label] = isSignedIn ? [user?.role === "admin" ? "/admin" : "/dashboard", "Go on"] : ["/login", "Sign in"];
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h2">
        Thank you
      </h1>
      <p className="mt-2">Your e-mail address is confirmed.</p>
      <p className="mt-6">
        <Link to={to} className="link inline-flex min-h-11 items-center font-semibold">
          {label}
        </Link>
      </p>
    </>
  );
}
