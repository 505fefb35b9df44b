import { type AdminContactMessage, contactNotesChangeSchema } from "#inquiries/contact/admin.ts";
import { CONTACT_LIMITS } from "#inquiries/contact/choices.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { NotesField } from "#platform/web/forms/notes-field.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { conflictOf, PresentState } from "./present-state.tsx";
import { saveContactNotes } from "./queries.ts";

export function ContactNotesDialog({ contact, onClose }: { contact: AdminContactMessage; onClose: () => void }) {
  const form = useSchemaForm(contactNotesChangeSchema, {
    defaultValues: { notes: contact.notes ?? "", version: contact.version },
  });
  const submission = useSubmit({
    form,
    mutation: saveContactNotes,
    toVariables: (change) => ({ id: contact._id, ...change }),
    onDone: onClose,
    conflictOf,
  });
  return (
    <FormDialog
      title="Add/Update Notes"
      submit={{ label: "Save Notes", busyLabel: "Saving..." }}
      submission={submission}
      of={contact.name}
      conflict={submission.conflict && <PresentState contact={submission.conflict} />}
      onClose={onClose}
    >
      <NotesField {...submission.field("notes")} maxLength={CONTACT_LIMITS.notes} />
    </FormDialog>
  );
}
