import { useMutation } from "@tanstack/react-query";
import { EntryLayout } from "#company/shell/web/layouts/entry-layout.tsx";
import type { PageMeta } from "#company/shell/web/page.ts";
import { errorText } from "#platform/web/api.ts";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { useLinkToken } from "#platform/web/hooks/use-link-token.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { undoEmail } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Take your e-mail address back | ${company.shortName}` });

/** Opening it changes nothing: mail programs open links by themselves. */
export default function UndoEmailPage() {
  const token = useLinkToken();
  return (
    <EntryLayout>
      <div className="card sm:p-8">
        <h1 className="text-h2">Take your address back</h1>
        {token === "" ? (
          <p className="mt-4">This link is not complete. Please open it from our e-mail once more.</p>
        ) : (
          <Undo token={token} />
        )}
      </div>
    </EntryLayout>
  );
}

function Undo({ token }: { token: string | undefined }) {
  const { mutate, isPending, isSuccess, error, submittedAt } = useMutation(undoEmail);
  if (isSuccess)
    return (
      <div className="mt-4 grid gap-5" role="status">
        <p>
          Your account has its earlier e-mail address again, and every sign-in has ended. If the change was not yours,
          someone may know your password: please set a new one now.
        </p>
        <ButtonLink href="/forgot-password">Set a New Password</ButtonLink>
      </div>
    );
  return (
    <div className="mt-4 grid gap-5">
      <p>
        Your account gets the e-mail address again that this link was sent to. Everyone who is signed in to it is signed
        out.
      </p>
      {error && <FormRefusal key={submittedAt}>{errorText(error, "Failed to take the address back")}</FormRefusal>}
      <Button disabled={!token} busyLabel={isPending && "Taking it back..."} onClick={() => token && mutate(token)}>
        Take the Address Back
      </Button>
    </div>
  );
}
