import { useState } from "react";
import type { AdminBooking } from "#bookings/admin.ts";
import { BOOKING_LIMITS, fullName } from "#bookings/booking.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { NotesField } from "#platform/web/forms/notes-field.tsx";
import { useSaveNotes } from "./admin-queries.ts";
import { conflictOf, PresentState } from "./present-state.tsx";

export function BookingNotesDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const [notes, setNotes] = useState(booking.notes ?? "");
  const save = useSaveNotes();
  const conflict = conflictOf(save.error);

  return (
    <FormDialog
      title="Add/Update Notes"
      submit={{ label: "Save Notes", busyLabel: "Saving...", isBusy: save.isPending }}
      of={fullName(booking)}
      error={save.error}
      fallback="Failed to add notes"
      conflict={conflict && <PresentState booking={conflict} />}
      onSubmit={() =>
        save.mutate({ id: booking._id, notes, version: conflict?.version ?? booking.version }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <NotesField value={notes} longest={BOOKING_LIMITS.notes} onChange={setNotes} />
    </FormDialog>
  );
}
