import type { AdminContact } from "#contact/admin.ts";
import { ApiError } from "#platform/web/api.ts";

/** The message's record as somebody else has left it, where that is why a change was refused. */
export function conflictOf(error: Error | null): AdminContact | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body.contact as AdminContact | undefined;
}

export function PresentState({ contact }: { contact: AdminContact }) {
  return (
    <>
      <p>It is {contact.status} now.</p>
      <p className="break-anywhere whitespace-pre-wrap">
        {contact.notes ? `Its notes: ${contact.notes}` : "It has no notes."}
      </p>
    </>
  );
}
