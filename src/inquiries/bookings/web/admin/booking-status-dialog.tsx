import { useWatch } from "react-hook-form";
import { type AdminBooking, type StatusChange, statusChangeSchema } from "#inquiries/bookings/admin.ts";
import { fullName, STATUSES } from "#inquiries/bookings/booking.ts";
import { InquiryForm } from "#inquiries/kinds/web/inquiry-form.tsx";
import type { DialogProps } from "#inquiries/kinds/web/shown-kind.ts";
import { formatDay } from "#platform/dates.ts";
import { StatusNotesField } from "#platform/web/forms/notes-field.tsx";
import { StatusField } from "#platform/web/forms/status-field.tsx";
import { useSchemaForm } from "#platform/web/forms/use-submit.ts";
import { isSlotLost } from "../slot-lost.ts";
import { BOOKINGS, bookingCalls } from "./booking-kind.tsx";
import { NewTimeFields } from "./new-time-fields.tsx";

export function BookingStatusDialog(props: DialogProps<AdminBooking>) {
  const { inquiry: booking } = props;
  const { notes = "", version, meetingDate, meetingTime } = booking;
  const form = useSchemaForm(statusChangeSchema, {
    defaultValues: { status: booking.status, notes, version, meetingDate: "", meetingTime: "" },
  });
  const [status, date, time] = useWatch({
    control: form.control,
    name: ["status", "meetingDate", "meetingTime"],
  });
  return (
    <InquiryForm
      {...props}
      action="status"
      kind={BOOKINGS}
      form={form}
      mutation={bookingCalls.changeStatus}
      toChange={withoutIdleMove}
      onRefused={(error) => {
        if (isSlotLost(error)) form.setValue("meetingTime", "");
      }}
      of={`${fullName(booking)}, ${formatDay(meetingDate, "short")}, ${meetingTime}`}
      isIncomplete={status === "Rescheduled" && date !== "" && time === ""}
    >
      {(field) => (
        <>
          <StatusField {...field("status")} statuses={STATUSES} />
          {status === "Rescheduled" && <NewTimeFields booking={booking} form={form} />}
          <StatusNotesField {...field("notes")} />
        </>
      )}
    </InquiryForm>
  );
}

/** Only Rescheduled moves a meeting, and only with both a day and a time. */
function withoutIdleMove({ meetingDate, meetingTime, ...change }: StatusChange): StatusChange {
  return change.status === "Rescheduled" && meetingTime ? { ...change, meetingDate, meetingTime } : change;
}
