import { Link, useNavigate } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { LinkCard } from "./link-card.tsx";
import { resetPassword } from "./link-queries.ts";
import { NewPasswordForm } from "./new-password-form.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `New password | ${company.name}` });

const TITLE = "Set a new password";

export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const another = (
    <Link to="/forgot-password" className="link inline-flex min-h-11 items-center font-semibold">
      Ask for a new link
    </Link>
  );
  return (
    <LinkCard title={TITLE} missing={another}>
      {(token) => (
        <>
          <h1 className="text-h2">{TITLE}</h1>
          <p className="mt-2 text-muted">
            It ends every sign-in of your account, on every device. A second factor stays as it is.
          </p>
          <NewPasswordForm
            token={token}
            mutation={resetPassword}
            submit={{ label: "Set the password", busyLabel: "Setting..." }}
            onDone={() => navigate("/login", { replace: true })}
          />
          <p className="mt-6">The link does not work? {another}</p>
        </>
      )}
    </LinkCard>
  );
}
