import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { PROPERTY_TYPES, TIMEFRAMES } from "#inquiries/bookings/choices.ts";
import { MEETING_TYPE_LABELS, type MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { FreeTimeFields } from "#inquiries/bookings/web/free-time-panel.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { FieldsProps } from "./call-fields.tsx";

/** Takes a free time in the same step. */
export function MeetingFields({ form, field, wiringOf }: FieldsProps) {
  const { company } = useFacts();
  const { control, getValues, setValue } = form;
  const [hasMeeting, email, meeting] = useWatch({ control, name: ["hasMeeting", "email", "meeting"] });
  return (
    <div className="grid gap-4">
      <Checkbox
        label="Book a meeting"
        {...field("hasMeeting", {
          onChange: () => {
            if (!getValues("property.state")) setValue("property.state", company.address.state);
          },
        })}
      />
      {hasMeeting && (
        <>
          {!email && (
            <Note tone="info">
              Without an e-mail address nothing is sent: no confirmation and no reminder. Please tell them the day and
              time.
            </Note>
          )}
          <SelectField
            {...field("meeting.meetingType")}
            label="Meeting type"
            options={Object.entries(MEETING_TYPE_LABELS)}
          />
          <FreeTimeFields
            meetingType={meeting.meetingType as MeetingType}
            date={meeting.meetingDate}
            time={meeting.meetingTime}
            day={{ ...wiringOf("meeting.meetingDate"), label: "Date", emptyLabel: "Choose a date" }}
            slot={{ ...wiringOf("meeting.meetingTime"), label: "Time", emptyLabel: "Choose a date first" }}
            onChoose={({ date, time }) => {
              setValue("meeting.meetingDate", date, { shouldDirty: true });
              setValue("meeting.meetingTime", time, { shouldDirty: true });
              form.clearErrors(time ? ["meeting.meetingDate", "meeting.meetingTime"] : "meeting.meetingDate");
            }}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              {...field("meeting.propertyType")}
              label="Property type"
              emptyLabel="Choose one"
              options={Object.entries(PROPERTY_TYPES)}
            />
            <SelectField
              {...field("meeting.timeframeToSell")}
              label="Timeframe to sell"
              emptyLabel="Choose one"
              options={Object.entries(TIMEFRAMES)}
            />
          </div>
        </>
      )}
    </div>
  );
}
