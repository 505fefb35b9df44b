import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { FORM_PATHS, type FormPath, isAbout, labelOf, offeredChoices } from "#inquiries/bookings/facts.ts";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { FreeTimeFields } from "#inquiries/bookings/web/free-time-panel.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { FieldsProps } from "./call-fields.tsx";
import type { MeetingField } from "./call-form.ts";

/** The situation is asked of every caller. */
const isAsked = (path: FormPath): path is FormPath & MeetingField =>
  isAbout("sale")(path) && path !== "currentSituation";
const SALE = FORM_PATHS.filter(isAsked);

export function MeetingFields({ form, field, wiringOf }: FieldsProps) {
  const facts = useFacts();
  const { control, setValue } = form;
  const [hasMeeting, email, meeting] = useWatch({ control, name: ["hasMeeting", "email", "meeting"] });
  return (
    <div className="grid gap-4">
      <Checkbox label="Book a meeting" {...field("hasMeeting")} />
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
            label={labelOf("meetingType")}
            options={Object.entries(offeredChoices(facts, "meetingType") ?? {})}
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
            {SALE.map((path) => (
              <SelectField
                key={path}
                {...field(`meeting.${path}`)}
                label={labelOf(path)}
                optional
                emptyLabel="Not said"
                options={Object.entries(offeredChoices(facts, path) ?? {})}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
