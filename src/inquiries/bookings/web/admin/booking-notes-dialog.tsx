import { type AdminBooking, notesChangeSchema } from "#inquiries/bookings/admin.ts";
import { fullName } from "#inquiries/bookings/booking.ts";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { NotesField } from "#platform/web/forms/notes-field.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { saveNotes } from "./admin-queries.ts";
import { conflictOf, PresentState } from "./present-state.tsx";

export function BookingNotesDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const form = useSchemaForm(notesChangeSchema, {
    defaultValues: { notes: booking.notes ?? "", version: booking.version },
  });
  const submission = useSubmit({
    form,
    mutation: saveNotes,
    toVariables: (change) => ({ id: booking._id, ...change }),
    onDone: onClose,
    conflictOf,
  });
  return (
    <FormDialog
      title="Add/Update Notes"
      submit={{ label: "Save Notes", busyLabel: "Saving..." }}
      submission={submission}
      of={fullName(booking)}
      conflict={submission.conflict && <PresentState booking={submission.conflict} />}
      onClose={onClose}
    >
      <NotesField {...submission.field("notes")} maxLength={BOOKING_LIMITS.notes} />
    </FormDialog>
  );
}
