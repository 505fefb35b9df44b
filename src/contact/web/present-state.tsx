import type { AdminContact } from "#contact/admin.ts";
import { conflictIn } from "#platform/web/conflict.ts";

/** The message's record as somebody else has left it, where that is why a change was refused. */
export function conflictOf(error: Error | null): AdminContact | undefined {
  return conflictIn<AdminContact>(error, "contact");
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
