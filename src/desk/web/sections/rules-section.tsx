import { Link } from "react-router";
import { FieldGroup, TextField } from "../fields/fields.tsx";

export function RulesSection() {
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
            path="bookingRules.changeCutOffHours"
            label="Changes end before a meeting"
            hint="In hours. Until then a visitor can move or cancel it with the link in our e-mails."
            inputMode="numeric"
          />
          <TextField
            path="bookingRules.openBookingsPerPerson"
            label="Meetings ahead per person"
            hint="For one e-mail address or phone number."
            inputMode="numeric"
          />
        </div>
      </FieldGroup>
      <FieldGroup title="How long you keep what people sent">
        <TextField
          path="eraseLeadsAfterDays"
          label="Erase bookings and messages after"
          optional
          hint="In days, such as 730. Empty: you keep them until you delete them. Erasing is final."
          inputMode="numeric"
          className="sm:max-w-md"
        />
      </FieldGroup>
    </>
  );
}
