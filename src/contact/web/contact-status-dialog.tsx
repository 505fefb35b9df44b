import { useState } from "react";
import type { AdminContact } from "#contact/admin.ts";
import { CONTACT_STATUSES, type ContactStatus } from "#contact/contact.ts";
import { TEXT_LIMITS } from "#platform/text.ts";
import { errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { ConflictNote } from "#platform/web/ui/conflict-note.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { Field } from "#platform/web/ui/field.tsx";
import { Textarea } from "#platform/web/ui/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { Select } from "#platform/web/ui/select.tsx";
import { useChangeContactStatus } from "./admin-queries.ts";
import { conflictOf, PresentState } from "./present-state.tsx";

export function ContactStatusDialog({ contact, onClose }: { contact: AdminContact; onClose: () => void }) {
  const [status, setStatus] = useState<ContactStatus>(contact.status);
  const [notes, setNotes] = useState(contact.notes ?? "");
  const change = useChangeContactStatus();
  const conflict = conflictOf(change.error);

  return (
    <Dialog
      title="Update Contact Status"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="status-form" busyLabel={change.isPending && "Updating..."}>
            Update Status
          </Button>
        </>
      }
    >
      <form
        id="status-form"
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const version = conflict?.version ?? contact.version;
          change.mutate({ id: contact._id, status, notes, version }, { onSuccess: onClose });
        }}
      >
        <p>{contact.name}</p>
        {conflict && (
          <ConflictNote>
            <PresentState contact={conflict} />
          </ConflictNote>
        )}
        {change.error && !conflict && (
          <Note tone="danger">
            <p role="alert">{errorText(change.error, "Failed to update status")}</p>
          </Note>
        )}
        <Field id="status" label="Status">
          {(wiring) => (
            <Select
              {...wiring}
              data-autofocus=""
              options={CONTACT_STATUSES.map((value) => [value, value] as const)}
              value={status}
              onChange={(event) => setStatus(event.target.value as ContactStatus)}
            />
          )}
        </Field>
        <Field id="status-notes" label="Notes" optional hint="Left empty, the notes stay as they are.">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={4}
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
