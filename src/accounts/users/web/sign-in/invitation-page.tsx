import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import type { HeldInvitation } from "#accounts/users/invitation.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { EmailText } from "#company/shell/web/parts/contact-links.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { LinkCard } from "./link-card.tsx";
import { acceptInvitation, readInvitation } from "./link-queries.ts";
import { NewPasswordForm } from "./new-password-form.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Your invitation | ${company.name}` });

const TITLE = "You are invited";
const ASK = "Ask the admin who invited you to send it again.";

export default function InvitationPage() {
  return (
    <LinkCard title={TITLE} missing="Or ask the admin who invited you to send it again.">
      {(token) => <Invitation token={token} />}
    </LinkCard>
  );
}

/** No query: accepting begins a session, which reads all queries again, and would take the form away before it is done. */
function Invitation({ token }: { token: string }) {
  const { mutate, data, error } = useMutation(readInvitation);
  useEffect(() => mutate(token), [mutate, token]);
  if (data?.state === "open") return <OpenInvitation token={token} email={data.email ?? ""} />;
  if (data) return <EndedInvitation state={data.state ?? "unknown"} />;
  return (
    <>
      <h1 className="text-h2">{TITLE}</h1>
      <LoadState
        query={{ isPending: !error, error, refetch: () => mutate(token) }}
        what="the invitation"
        fallback="Failed to look at the invitation"
      />
    </>
  );
}

function OpenInvitation({ token, email }: { token: string; email: string }) {
  const { company } = useFacts();
  const navigate = useNavigate();
  return (
    <>
      <h1 className="text-h2">{TITLE}</h1>
      <p className="mt-2 text-muted">
        Set a password of your own, and the account{" "}
        <strong className="wrap-break-word text-ink">
          <EmailText email={email} />
        </strong>{" "}
        at {company.name} is yours. Nobody else learns it, not even an admin.
      </p>
      <NewPasswordForm
        token={token}
        mutation={acceptInvitation}
        submit={{ label: "Make my account", busyLabel: "Making it..." }}
        onDone={({ role }) => navigate(role === "admin" ? "/admin" : "/dashboard", { replace: true })}
      />
    </>
  );
}

const ENDED: Record<Exclude<HeldInvitation["state"], "open"> | "unknown", { title: string; text: string }> = {
  used: {
    title: "Your account is made already",
    text: "This invitation was used, or its address got an account in another way. Sign in with your password.",
  },
  replaced: {
    title: "There is a newer invitation",
    text: "This one was sent again. Please open the link in the latest e-mail.",
  },
  withdrawn: { title: "This invitation was withdrawn", text: `It makes no account any more. ${ASK}` },
  expired: { title: "This invitation has expired", text: `Its link worked for seven days. ${ASK}` },
  unknown: {
    title: "This link does not work any more",
    text: `The invitation may have been used, replaced or withdrawn. ${ASK}`,
  },
};

function EndedInvitation({ state }: { state: keyof typeof ENDED }) {
  const { title, text } = ENDED[state];
  return (
    <>
      <h1 className="text-h2">{title}</h1>
      <p className="mt-2">{text}</p>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link to="/login" className="link inline-flex min-h-11 items-center font-semibold">
          Sign in
        </Link>
        {state === "used" && (
          <Link to="/forgot-password" className="link inline-flex min-h-11 items-center font-semibold">
            Forgot password?
          </Link>
        )}
      </p>
    </>
  );
}
