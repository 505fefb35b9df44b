import { useWatch } from "react-hook-form";
import { type AdminBooking, type StatusChange, statusChangeSchema } from "#inquiries/bookings/admin.ts";
import { fullName, STATUSES } from "#inquiries/bookings/booking.ts";
import { PresentState } from "#inquiries/kinds/web/inquiry-dialogs.tsx";
import { formatDay } from "#platform/dates.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { StatusNotesField } from "#platform/web/forms/notes-field.tsx";
import { StatusField } from "#platform/web/forms/status-field.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { isSlotLost } from "../slot-lost.ts";
import { BOOKINGS, bookingCalls } from "./admin-queries.ts";
import { NewTimeFields } from "./new-time-fields.tsx";

type Props = { inquiry: AdminBooking; onClose: () => void };

export function BookingStatusDialog({ inquiry: booking, onClose }: Props) {
  const form = useSchemaForm(statusChangeSchema, {
    defaultValues: {
      status: booking.status,
      notes: booking.notes ?? "",
      version: booking.version,
      meetingDate: "",
      meetingTime: "",
    },
  });
  const [status, date, time] = useWatch({
    control: form.control,
    name: ["status", "meetingDate", "meetingTime"],
  });
  const submission = useSubmit({
    form,
    prefix: "status",
    mutation: bookingCalls.changeStatus,
    toVariables: (change) => ({ id: booking._id, ...withoutIdleMove(change) }),
    onDone: onClose,
    onRefused: (error) => {
      if (isSlotLost(error)) form.setValue("meetingTime", "");
    },
    conflictOf: bookingCalls.conflictOf,
  });
  return (
    <FormDialog
      title="Update Booking Status"
      recordIds={[booking._id, booking.leadId]}
      submit={{
        label: "Update Status",
        busyLabel: "Updating...",
        disabled: status === "Rescheduled" && date !== "" && time === "",
      }}
      submission={submission}
      of={`${fullName(booking)}, ${formatDay(booking.meetingDate, "short")}, ${booking.meetingTime}`}
      conflict={submission.conflict && <PresentState kind={BOOKINGS} inquiry={submission.conflict} />}
      onClose={onClose}
    >
      <StatusField {...submission.field("status")} statuses={STATUSES} />
      {status === "Rescheduled" && <NewTimeFields booking={booking} form={form} />}
      <StatusNotesField {...submission.field("notes")} />
    </FormDialog>
  );
}

/** Only Rescheduled moves a meeting, and only with both a day and a time. */
function withoutIdleMove({ meetingDate, meetingTime, ...change }: StatusChange): StatusChange {
  return change.status === "Rescheduled" && meetingTime ? { ...change, meetingDate, meetingTime } : change;
}
