import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { FactorsOfUser } from "#accounts/users/second-factor.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { EmailText } from "#company/shell/web/parts/contact-links.tsx";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { DetailList } from "#platform/web/dialogs/details.tsx";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { factorsOf, removeFactorsOf } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Second Factor | ${company.name}` });

export default function FactorHelpPage() {
  const { id = "" } = useParams();
  const query = useQuery(factorsOf(id));
  const { user } = useSession();
  const { data } = query;
  return (
    <AdminPage
      title="Second Factor"
      subtitle="For a colleague who has lost the phone and the recovery codes"
      back={{ to: "/admin/users", label: "Back to Users" }}
    >
      <LoadState query={query} what="the second factor" fallback="Failed to load the second factor" />
      {data && (
        <section className="card max-w-160" aria-label="Second factor">
          <DetailList
            details={[
              ["Account", data.email],
              ["Authenticator app", data.app ? "Set up" : "None"],
              ["Passkeys", String(data.passkeys)],
              ["Recovery codes left", String(data.recoveryCodes)],
            ]}
          />
          {data.email === user?.email ? (
            <div className="mt-4">
              <Note>Your own second factor is changed under your account.</Note>
            </div>
          ) : (
            <Removal id={id} factors={data} />
          )}
        </section>
      )}
    </AdminPage>
  );
}

function Removal({ id, factors: { email, app, passkeys } }: { id: string; factors: FactorsOfUser }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending } = useMutation({
    ...removeFactorsOf(id),
    onSuccess: () => navigate("/admin/users"),
  });
  if (!app && passkeys === 0) return <p className="mt-4">This account has no second factor.</p>;
  return (
    <>
      <p className="mt-4">
        Make sure that it is really this person who asks: call, or meet. Afterwards the password alone signs in.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setAsking(true)}>
        Remove the Second Factor
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove the second factor?"
          confirm={{ label: "Remove", busyLabel: "Removing...", isBusy: isPending }}
          error={error}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            <strong className="wrap-break-word">
              <EmailText email={email} />
            </strong>{" "}
            is signed out everywhere, signs in with the password alone, and hears of it by mail. It stays in the history
            who did this.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
