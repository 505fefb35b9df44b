import { useState } from "react";
import type { AdminContactMessage } from "#contact/admin.ts";
import { CONTACT_LIMITS } from "#contact/contact.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { NotesField } from "#platform/web/forms/notes-field.tsx";
import { conflictOf, PresentState } from "./present-state.tsx";
import { useSaveContactNotes } from "./queries.ts";

export function ContactNotesDialog({ contact, onClose }: { contact: AdminContactMessage; onClose: () => void }) {
  const [notes, setNotes] = useState(contact.notes ?? "");
  const save = useSaveContactNotes();
  const conflict = conflictOf(save.error);

  return (
    <FormDialog
      title="Add/Update Notes"
      submit={{ label: "Save Notes", busyLabel: "Saving...", isBusy: save.isPending }}
      of={contact.name}
      error={save.error}
      fallback="Failed to add notes"
      conflict={conflict && <PresentState contact={conflict} />}
      onSubmit={() =>
        save.mutate({ id: contact._id, notes, version: conflict?.version ?? contact.version }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <NotesField value={notes} longest={CONTACT_LIMITS.notes} onChange={setNotes} />
    </FormDialog>
  );
}
