import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useDesk } from "../desk-context.ts";
import { FieldGroup } from "../fields/fields.tsx";
import { useSite } from "../queries.ts";

export function RulesSection() {
  const { field } = useDesk();
  const { timeZone } = useFacts();
  const { data } = useSite();
  return (
    <>
      <FieldGroup
        title="Meetings"
        text={
          <>
            Length, notice, closed dates and the rest are set under{" "}
            <Link to="/admin/availability" className="link">
              Availability
            </Link>
            .
          </>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field("bookingRules.changeCutOffHours")}
            label="Cut-off for changes"
            hint="In hours. Until then a visitor can move or cancel it with the link in our e-mails."
            inputMode="numeric"
          />
          <TextField
            {...field("bookingRules.openBookingsPerPerson")}
            label="Upcoming meetings per person"
            hint="For one e-mail address or phone number."
            inputMode="numeric"
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Retention">
        <TextField
          {...field("eraseLeadsAfterDays")}
          label="Erase bookings and messages after"
          optional
          hint="In days, such as 730. Empty: you keep them until you delete them. Erasing is final."
          inputMode="numeric"
          className="sm:max-w-md"
        />
        {data?.retentionFrom && (
          <Note tone="warn">
            <p>
              The shorter time that was published erases bookings and messages from{" "}
              {formatDay(wallClock(new Date(data.retentionFrom), timeZone).day, "short")} on. Publish a longer one
              before that day, and nothing is erased.
            </p>
          </Note>
        )}
        <TextField
          {...field("permissionYears")}
          label="Retention of proof of consent"
          hint="In years after a person’s last agreement or stop, never fewer than five. The proof outlives the erasing of everything else, and no longer holds a name, an e-mail address or a number that can be read."
          inputMode="numeric"
          className="sm:max-w-md"
        />
      </FieldGroup>
      <FieldGroup title="Privacy requests">
        <TextField
          {...field("privacyRequestDays")}
          label="Answer within"
          hint="In days, for a copy, a correction or a deletion. Each request is a task that is due then."
          inputMode="numeric"
          className="sm:max-w-md"
        />
        <p className="text-muted">
          The privacy page says all of these times. Five years and 45 days are a beginning: your lawyer has to confirm
          them.
        </p>
      </FieldGroup>
    </>
  );
}
