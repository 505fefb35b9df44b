import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import type { VIDEO_LINKS } from "#company/facts/choices.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { MEETING_TYPE_LABELS, type MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
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
        <div className="grid items-end gap-5 sm:grid-cols-2">
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
      <FieldGroup
        title="Types of meetings"
        text="Those that you offer. Meetings that are made already keep their type when you switch it off."
      >
        <div>
          {Object.entries(MEETING_TYPE_LABELS).map(([type, label]) => (
            <Checkbox key={type} {...field(`meetings.offered.${type as MeetingType}`)} label={label} />
          ))}
        </div>
        <VideoLinkFields />
      </FieldGroup>
      <FieldGroup title="States" text="In forms and files, beside the fifty states.">
        <div>
          <Checkbox {...field("states.district")} label="District of Columbia" />
          <Checkbox
            {...field("states.territories")}
            label="The territories"
            hint="Puerto Rico, Guam, the U.S. Virgin Islands, American Samoa and the Northern Mariana Islands."
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

const LINKS: Record<(typeof VIDEO_LINKS)[number], string> = {
  booking: "Typed for each meeting",
  person: "One for each person, of the one who holds the meeting",
  company: "One for the whole company",
};

function VideoLinkFields() {
  const { field, form } = useDesk();
  const videoLink = useWatch({ control: form.control, name: "meetings.videoLink" });
  return (
    <>
      <SelectField
        {...field("meetings.videoLink")}
        label="Link of video calls"
        hint={HINTS[videoLink]}
        options={Object.entries(LINKS)}
        className="sm:max-w-md"
      />
      {videoLink === "company" && (
        <>
          <TextField
            {...field("meetings.companyLink")}
            label="The company’s link"
            type="url"
            placeholder="https://"
            hint="When you change it, meetings that are made already show the new one on their pages and in the next reminder; nobody is written to."
            className="sm:max-w-md"
          />
          <Note tone="warn">
            <p>
              Guests can meet: who comes early or stays longer is in the same room as the next one. Switch on the
              waiting room of your video service.
            </p>
          </Note>
        </>
      )}
    </>
  );
}

const HINTS: typeof LINKS = {
  booking:
    "In the details of a booking. Until then the lead has a next step, and our e-mails say by when the link comes.",
  person:
    "Each admin enters theirs under Your account. If only one has a link, every video call is held there; otherwise choose in the details of a booking who holds it.",
  company: "In every e-mail about a video call.",
};
