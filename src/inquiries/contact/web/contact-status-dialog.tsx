import { type AdminContactMessage, contactStatusChangeSchema } from "#inquiries/contact/admin.ts";
import { CONTACT_LIMITS } from "#inquiries/contact/choices.ts";
import { CONTACT_STATUSES } from "#inquiries/contact/contact.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { StatusNotesField } from "#platform/web/forms/notes-field.tsx";
import { StatusField } from "#platform/web/forms/status-field.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { conflictOf, PresentState } from "./present-state.tsx";
import { changeContactStatus } from "./queries.ts";

export function ContactStatusDialog({ contact, onClose }: { contact: AdminContactMessage; onClose: () => void }) {
  const form = useSchemaForm(contactStatusChangeSchema, {
    defaultValues: { status: contact.status, notes: contact.notes ?? "", version: contact.version },
  });
  const submission = useSubmit({
    form,
    prefix: "status",
    mutation: changeContactStatus,
    toVariables: (change) => ({ id: contact._id, ...change }),
    onDone: onClose,
    conflictOf,
  });
  return (
    <FormDialog
      title="Update Contact Status"
      submit={{ label: "Update Status", busyLabel: "Updating..." }}
      submission={submission}
      of={contact.name}
      conflict={submission.conflict && <PresentState contact={submission.conflict} />}
      onClose={onClose}
    >
      <StatusField {...submission.field("status")} statuses={CONTACT_STATUSES} />
      <StatusNotesField {...submission.field("notes")} maxLength={CONTACT_LIMITS.notes} />
    </FormDialog>
  );
}
