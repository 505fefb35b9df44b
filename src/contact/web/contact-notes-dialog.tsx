import { useState } from "react";
import type { AdminContact } from "#contact/admin.ts";
import { TEXT_LIMITS } from "#platform/text.ts";
import { errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { ConflictNote } from "#platform/web/ui/conflict-note.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { Field } from "#platform/web/ui/field.tsx";
import { Textarea } from "#platform/web/ui/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useSaveContactNotes } from "./admin-queries.ts";
import { conflictOf, PresentState } from "./present-state.tsx";

export function ContactNotesDialog({ contact, onClose }: { contact: AdminContact; onClose: () => void }) {
  const [notes, setNotes] = useState(contact.notes ?? "");
  const save = useSaveContactNotes();
  const conflict = conflictOf(save.error);

  return (
    <Dialog
      title="Add/Update Notes"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="notes-form" busyLabel={save.isPending && "Saving..."}>
            Save Notes
          </Button>
        </>
      }
    >
      <form
        id="notes-form"
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const version = conflict?.version ?? contact.version;
          save.mutate({ id: contact._id, notes, version }, { onSuccess: onClose });
        }}
      >
        <p>{contact.name}</p>
        {conflict && (
          <ConflictNote>
            <PresentState contact={conflict} />
          </ConflictNote>
        )}
        {save.error && !conflict && (
          <Note tone="danger">
            <p role="alert">{errorText(save.error, "Failed to add notes")}</p>
          </Note>
        )}
        <Field id="notes" label="Notes" hint="Only your team sees them.">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={6}
              data-autofocus=""
              maxLength={TEXT_LIMITS.notes}
              value={notes}
              onChange={(event) => setNotes(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
