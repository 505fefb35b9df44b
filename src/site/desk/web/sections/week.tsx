import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { typedWeek } from "#company/facts/web/typed-week.ts";
import { WeekPanel } from "#company/facts/web/week-panel.tsx";
import { MeetingHoursPanel } from "#inquiries/bookings/web/availability/meeting-hours-panel.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDesk } from "../desk-context.ts";

const WORKDAYS = ["tuesday", "wednesday", "thursday", "friday"] as const;

export function Week() {
  const { field, form } = useDesk();
  const week = useWatch({ control: form.control, name: "businessHours" });
  const copyMonday = () => {
    const { monday } = form.getValues("businessHours");
    for (const day of WORKDAYS) form.setValue(`businessHours.${day}`, { ...monday }, { shouldDirty: true });
  };
  return (
    <>
      <Button variant="outline" className="justify-self-start" onClick={copyMonday}>
        <Icon name="icon-copy" />
        Copy Monday to Friday
      </Button>
      <WeekPanel week={week} bind={(day, key) => field(`businessHours.${day}.${key}`)} />
      <MeetingHoursPanel phone={z.decode(typedWeek, week)} />
    </>
  );
}
