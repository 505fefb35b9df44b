import { useState } from "react";
import { STATUSES } from "#bookings/booking.ts";
import type { AdminBooking } from "#bookings/filters.ts";
import { formatDay } from "#platform/dates.ts";
import { TEXT_LIMITS } from "#platform/text.ts";
import { ApiError, errorText } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { ConflictNote } from "#platform/web/ui/conflict-note.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { Field } from "#platform/web/ui/field.tsx";
import { Textarea } from "#platform/web/ui/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { Select } from "#platform/web/ui/select.tsx";
import { useChangeStatus } from "./admin-queries.ts";
import { nameOf } from "./name-of.ts";
import { NewTimeFields } from "./new-time-fields.tsx";
import { conflictOf, PresentState } from "./present-state.tsx";

export function BookingStatusDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const [status, setStatus] = useState<AdminBooking["status"] | "">(booking.status);
  const [notes, setNotes] = useState(booking.notes ?? "");
  const [newTime, setNewTime] = useState({ date: "", time: "" });
  const change = useChangeStatus();
  const conflict = conflictOf(change.error);
  const isHalfChosen = status === "Rescheduled" && newTime.date !== "" && newTime.time === "";

  const submit = () => {
    if (!status) return;
    const move = status === "Rescheduled" && newTime.time && { meetingDate: newTime.date, meetingTime: newTime.time };
    change.mutate(
      { id: booking._id, status, notes, version: conflict?.version ?? booking.version, ...(move || {}) },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (isAboutSlot(error)) setNewTime({ ...newTime, time: "" });
        },
      },
    );
  };

  return (
    <Dialog
      title="Update Booking Status"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="status-form"
            disabled={!status || isHalfChosen}
            busyLabel={change.isPending && "Updating..."}
          >
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
          submit();
        }}
      >
        <p>
          {nameOf(booking)}, {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}
        </p>
        {conflict && (
          <ConflictNote>
            <PresentState booking={conflict} />
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
              options={STATUSES.map((value) => [value, value] as const)}
              value={status}
              onChange={(event) => setStatus(event.target.value as AdminBooking["status"])}
            />
          )}
        </Field>
        {status === "Rescheduled" && <NewTimeFields booking={booking} value={newTime} onChange={setNewTime} />}
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

function isAboutSlot(error: Error): boolean {
  return error instanceof ApiError && (error.code === "slot_taken" || error.code === "slot_not_offered");
}
