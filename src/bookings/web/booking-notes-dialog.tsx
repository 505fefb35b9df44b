import { useState } from "react";
import type { AdminBooking } from "#bookings/filters.ts";
import { TEXT_LIMITS } from "#platform/text.ts";
import { errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { ConflictNote } from "#platform/web/ui/conflict-note.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { Field } from "#platform/web/ui/field.tsx";
import { Textarea } from "#platform/web/ui/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useSaveNotes } from "./admin-queries.ts";
import { nameOf } from "./name-of.ts";
import { conflictOf, PresentState } from "./present-state.tsx";

export function BookingNotesDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const [notes, setNotes] = useState(booking.notes ?? "");
  const save = useSaveNotes();
  const conflict = conflictOf(save.error);

  const submit = () =>
    save.mutate({ id: booking._id, notes, version: conflict?.version ?? booking.version }, { onSuccess: onClose });

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
          submit();
        }}
      >
        <p>{nameOf(booking)}</p>
        {conflict && (
          <ConflictNote>
            <PresentState booking={conflict} />
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
