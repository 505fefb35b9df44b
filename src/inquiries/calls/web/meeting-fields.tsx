import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { PROPERTY_TYPES, TIMEFRAMES } from "#inquiries/bookings/choices.ts";
import { MEETING_TYPE_LABELS, type MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { FreeTimeFields } from "#inquiries/bookings/web/free-time-panel.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { Field } from "#platform/web/forms/field.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { FieldsProps } from "./call-fields.tsx";
import { CALL_IDS } from "./call-form.ts";

/** Takes a free time in the same step. */
export function MeetingFields({ form, errorOf }: FieldsProps) {
  const { company } = useFacts();
  const { register, control, getValues, setValue } = form;
  const [hasMeeting, email, meeting] = useWatch({ control, name: ["hasMeeting", "email", "meeting"] });
  return (
    <div className="grid gap-4">
      <Checkbox
        id="call-has-meeting"
        label="Book a meeting"
        {...register("hasMeeting", {
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
          <Field id={CALL_IDS["meeting.meetingType"]} label="Meeting type" error={errorOf("meeting.meetingType")}>
            {(wiring) => (
              <Select {...wiring} {...register("meeting.meetingType")} options={Object.entries(MEETING_TYPE_LABELS)} />
            )}
          </Field>
          <FreeTimeFields
            meetingType={meeting.meetingType as MeetingType}
            date={meeting.meetingDate}
            time={meeting.meetingTime}
            day={{
              id: CALL_IDS["meeting.meetingDate"],
              label: "Date",
              emptyLabel: "Choose a date",
              error: errorOf("meeting.meetingDate"),
            }}
            slot={{
              id: CALL_IDS["meeting.meetingTime"],
              label: "Time",
              emptyLabel: "Choose a date first",
              error: errorOf("meeting.meetingTime"),
            }}
            onChoose={({ date, time }) => {
              setValue("meeting.meetingDate", date, { shouldDirty: true });
              setValue("meeting.meetingTime", time, { shouldDirty: true });
              form.clearErrors(time ? ["meeting.meetingDate", "meeting.meetingTime"] : "meeting.meetingDate");
            }}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field id={CALL_IDS["meeting.propertyType"]} label="Property type" error={errorOf("meeting.propertyType")}>
              {(wiring) => (
                <Select
                  {...wiring}
                  {...register("meeting.propertyType")}
                  emptyLabel="Choose one"
                  options={Object.entries(PROPERTY_TYPES)}
                />
              )}
            </Field>
            <Field
              id={CALL_IDS["meeting.timeframeToSell"]}
              label="Timeframe to sell"
              error={errorOf("meeting.timeframeToSell")}
            >
              {(wiring) => (
                <Select
                  {...wiring}
                  {...register("meeting.timeframeToSell")}
                  emptyLabel="Choose one"
                  options={Object.entries(TIMEFRAMES)}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </div>
  );
}
