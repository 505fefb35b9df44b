import { type UseFormReturn, useWatch } from "react-hook-form";
import type { AdminBooking, StatusChange } from "#inquiries/bookings/admin.ts";
import { formatDay } from "#platform/dates.ts";
import { FreeTimeFields } from "../free-time-panel.tsx";

type Props = {
  booking: AdminBooking;
  form: Pick<UseFormReturn<StatusChange>, "control" | "setValue">;
};

export function NewTimeFields({ booking, form: { control, setValue } }: Props) {
  const [date = "", time = ""] = useWatch({ control, name: ["meetingDate", "meetingTime"] });
  return (
    <FreeTimeFields
      meetingType={booking.meetingType}
      date={date}
      time={time}
      day={{
        id: "new-date",
        label: "New date",
        optional: true,
        emptyLabel: `Keep ${formatDay(booking.meetingDate, "short")}`,
      }}
      slot={{ id: "new-time", label: "New time", emptyLabel: `Keep ${booking.meetingTime}` }}
      onChoose={(chosen) => {
        setValue("meetingDate", chosen.date, { shouldDirty: true });
        setValue("meetingTime", chosen.time, { shouldDirty: true });
      }}
    />
  );
}
