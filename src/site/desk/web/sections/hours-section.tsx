import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import * as z from "zod/mini";
import { typedWeek } from "#company/facts/web/typed-week.ts";
import { WeekPanel } from "#company/facts/web/week-panel.tsx";
import { MeetingHoursPanel } from "#inquiries/bookings/web/availability/meeting-hours-panel.tsx";
import { zoneNames } from "#platform/dates.ts";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup } from "../fields/fields.tsx";

const US_ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Puerto_Rico",
];

const WORKDAYS = ["tuesday", "wednesday", "thursday", "friday"] as const;

export function HoursSection() {
  const { field, form, saved } = useDesk();
  const week = useWatch({ control: form.control, name: "businessHours" });
  const copyMonday = () => {
    const { monday } = form.getValues("businessHours");
    for (const day of WORKDAYS) form.setValue(`businessHours.${day}`, { ...monday }, { shouldDirty: true });
  };
  const zones = useMemo(() => zoneOptions(saved.timeZone), [saved.timeZone]);
  return (
    <>
      <FieldGroup title="Time zone">
        <SelectField
          {...field("timeZone")}
          label="Time zone"
          hint="Every meeting is at this time, wherever the visitor is. A change moves no meeting: you see those it touches before you publish."
          options={zones}
          className="sm:max-w-md"
        />
      </FieldGroup>
      <FieldGroup
        title="Hours"
        text={
          <>
            The hours in which you answer the phone. Times for meetings are set under{" "}
            <Link to="/admin/availability" className="link">
              Availability
            </Link>
            .
          </>
        }
      >
        <Button variant="outline" className="justify-self-start" onClick={copyMonday}>
          <Icon name="icon-copy" />
          Copy Monday to Friday
        </Button>
        <WeekPanel week={week} bind={(day, key) => field(`businessHours.${day}.${key}`)} />
        <MeetingHoursPanel phone={z.decode(typedWeek, week)} />
        <ClaimFields
          path="claims.hours"
          about={["timeZone", "businessHours"]}
          what="these hours and the time zone"
          canHide={false}
        />
      </FieldGroup>
    </>
  );
}

/** US zones begin with their common names, so that typing finds them. */
function zoneOptions(present: string): [string, string][] {
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => !US_ZONES.includes(zone));
  const all = [...US_ZONES.map(named), ...others.map((zone): [string, string] => [zone, spaced(zone)])];
  return all.some(([zone]) => zone === present) ? all : [named(present), ...all];
}

function named(zone: string): [string, string] {
  return [zone, `${zoneNames(zone).name} (${spaced(zone)})`];
}

function spaced(zone: string): string {
  return zone.replaceAll("_", " ");
}
