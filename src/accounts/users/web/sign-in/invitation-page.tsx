import { useNavigate } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { LinkCard } from "./link-card.tsx";
import { acceptInvitation } from "./link-queries.ts";
import { NewPasswordForm } from "./new-password-form.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Your invitation | ${company.name}` });

const TITLE = "You are invited";

export default function InvitationPage() {
  const { company } = useFacts();
  const navigate = useNavigate();
  return (
    <LinkCard title={TITLE} missing="Or ask the admin who invited you to send it again.">
      {(token) => (
        <>
          <h1 className="text-h2">{TITLE}</h1>
          <p className="mt-2 text-muted">
            Set a password of your own, and the account at {company.name} is yours. Nobody else learns it, not even an
            admin.
          </p>
          <NewPasswordForm
            token={token}
            mutation={acceptInvitation}
            submit={{ label: "Make my account", busyLabel: "Making it..." }}
            onDone={({ role }) => navigate(role === "admin" ? "/admin" : "/dashboard", { replace: true })}
          />
          <p className="mt-6">The link does not work? Ask the admin who invited you to send it again.</p>
        </>
      )}
    </LinkCard>
  );
}
