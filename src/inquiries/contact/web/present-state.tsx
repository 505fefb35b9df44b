import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { conflictIn } from "#platform/web/conflict.ts";

export function conflictOf(error: Error | null): AdminContactMessage | undefined {
  return conflictIn<AdminContactMessage>(error, "contact");
}

export function PresentState({ contact }: { contact: AdminContactMessage }) {
  return (
    <>
      <p>It is {contact.status} now.</p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        {contact.notes ? `Its notes: ${contact.notes}` : "It has no notes."}
      </p>
    </>
  );
}
