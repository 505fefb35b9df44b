import { useState } from "react";
import type { AdminContactMessage } from "#contact/admin.ts";
import { CONTACT_LIMITS, CONTACT_STATUSES } from "#contact/contact.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { StatusNotesField } from "#platform/web/forms/notes-field.tsx";
import { StatusField } from "#platform/web/forms/status-field.tsx";
import { conflictOf, PresentState } from "./present-state.tsx";
import { useChangeContactStatus } from "./queries.ts";

export function ContactStatusDialog({ contact, onClose }: { contact: AdminContactMessage; onClose: () => void }) {
  const [status, setStatus] = useState(contact.status);
  const [notes, setNotes] = useState(contact.notes ?? "");
  const change = useChangeContactStatus();
  const conflict = conflictOf(change.error);

  return (
    <FormDialog
      title="Update Contact Status"
      submit={{ label: "Update Status", busyLabel: "Updating...", isBusy: change.isPending }}
      of={contact.name}
      error={change.error}
      fallback="Failed to update status"
      conflict={conflict && <PresentState contact={conflict} />}
      onSubmit={() => {
        const version = conflict?.version ?? contact.version;
        change.mutate({ id: contact._id, status, notes, version }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <StatusField statuses={CONTACT_STATUSES} value={status} onChange={setStatus} />
      <StatusNotesField value={notes} longest={CONTACT_LIMITS.notes} onChange={setNotes} />
    </FormDialog>
  );
}
