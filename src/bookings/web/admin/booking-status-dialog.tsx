import { useState } from "react";
import type { AdminBooking } from "#bookings/admin.ts";
import { BOOKING_LIMITS, fullName, STATUSES } from "#bookings/booking.ts";
import { formatDay } from "#platform/dates.ts";
import { ApiError } from "#platform/web/api.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { StatusNotesField } from "#platform/web/forms/notes-field.tsx";
import { StatusField } from "#platform/web/forms/status-field.tsx";
import { useChangeStatus } from "./admin-queries.ts";
import { NewTimeFields } from "./new-time-fields.tsx";
import { conflictOf, PresentState } from "./present-state.tsx";

export function BookingStatusDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const [status, setStatus] = useState(booking.status);
  const [notes, setNotes] = useState(booking.notes ?? "");
  const [newTime, setNewTime] = useState({ date: "", time: "" });
  const change = useChangeStatus();
  const conflict = conflictOf(change.error);
  const isHalfChosen = status === "Rescheduled" && newTime.date !== "" && newTime.time === "";

  const submit = () => {
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
    <FormDialog
      title="Update Booking Status"
      submit={{
        label: "Update Status",
        busyLabel: "Updating...",
        isBusy: change.isPending,
        disabled: isHalfChosen,
      }}
      of={`${fullName(booking)}, ${formatDay(booking.meetingDate, "short")}, ${booking.meetingTime}`}
      error={change.error}
      fallback="Failed to update status"
      conflict={conflict && <PresentState booking={conflict} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <StatusField statuses={STATUSES} value={status} onChange={setStatus} />
      {status === "Rescheduled" && <NewTimeFields booking={booking} value={newTime} onChange={setNewTime} />}
      <StatusNotesField value={notes} longest={BOOKING_LIMITS.notes} onChange={setNotes} />
    </FormDialog>
  );
}

function isAboutSlot(error: Error): boolean {
  return error instanceof ApiError && (error.code === "slot_taken" || error.code === "slot_not_offered");
}
