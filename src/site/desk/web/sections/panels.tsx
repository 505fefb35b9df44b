import type { ComponentType } from "react";
import { useWatch } from "react-hook-form";
import type { Panel, PanelName } from "#company/facts/form/form.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { AGREEMENTS, type Agreement, recordOf } from "#company/shell/agreements.ts";
import { MEETING_TYPE_LABELS, type MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { ClosedDayPanel } from "#inquiries/bookings/web/availability/closed-day-panel.tsx";
import { formatDay, wallClock } from "#platform/dates.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { useDesk } from "../desk-context.ts";
import { FactField } from "../fields/fact-field.tsx";
import { useSite } from "../queries.ts";
import { AccentCards } from "./accent-cards.tsx";
import { FindPlace } from "./find-place.tsx";
import { PagesPanel } from "./pages-panel.tsx";
import type { PanelProps } from "./panel-props.ts";
import { Proposal } from "./proposal.tsx";
import { Week } from "./week.tsx";

type Fields = Pick<Panel, "fields">;

export const PANELS: Record<PanelName, ComponentType<PanelProps>> = {
  accent: AccentCards,
  agreement: AgreementField,
  "closed day": ClosedDay,
  "find place": FindPlace,
  lawyer: Lawyer,
  "meeting types": MeetingTypes,
  pages: PagesPanel,
  proposal: Proposal,
  retention: RetentionNote,
  "social links": SocialLinks,
  "video link": VideoLink,
  week: Week,
};

function Lawyer() {
  return (
    <Note>
      <p>
        These texts are a beginning, written for no state in particular. Your lawyer has to read them and confirm them.
        The forms and the pages refer to them, so they cannot be hidden.
      </p>
    </Note>
  );
}

function AgreementField({ fields }: Fields) {
  const { form } = useDesk();
  const [words, name] = useWatch({ control: form.control, name: ["permissionWords", "company.name"] });
  const { label, closing } = AGREEMENTS.booking;
  return fields.map((field) => (
    <div key={field.path} className="grid gap-2">
      <FactField {...field} hint={`${field.hint}`.replace("{before}", `${label}`).replace("{after}", closing)} />
      <p className="wrap-anywhere text-muted">
        <span className="font-semibold">People read:</span>{" "}
        {recordOf(field.path.split(".")[1] as Agreement, { name, words })}
      </p>
    </div>
  ));
}

function ClosedDay() {
  const [text, until] = useWatch({
    control: useDesk().form.control,
    name: ["announcement.text", "announcement.until"],
  });
  return <ClosedDayPanel announcement={text} until={until} />;
}

function MeetingTypes() {
  const { field } = useDesk();
  return (
    <div>
      {Object.entries(MEETING_TYPE_LABELS).map(([type, label]) => (
        <Checkbox key={type} {...field(`meetings.offered.${type as MeetingType}`)} label={label} />
      ))}
    </div>
  );
}

const VIDEO_HINTS = {
  booking:
    "In the details of a booking. Until then the lead has a next step, and our e-mails say by when the link comes.",
  person:
    "Each admin enters theirs under Your account. If only one has a link, every video call is held there; otherwise choose in the details of a booking who holds it.",
  company: "In every e-mail about a video call.",
};

function VideoLink({ fields: [choice, link] }: Fields) {
  const videoLink = useWatch({ control: useDesk().form.control, name: "meetings.videoLink" });
  return (
    <>
      {choice && <FactField {...choice} hint={VIDEO_HINTS[videoLink]} />}
      {link && videoLink === "company" && (
        <>
          <FactField {...link} placeholder="https://" />
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

function SocialLinks() {
  const { field, saved } = useDesk();
  return saved.socialLinks.map(({ name }, index) => (
    <TextField key={name} {...field(`socialLinks.${index}.url`)} label={name} optional type="url" />
  ));
}

function RetentionNote() {
  const { timeZone } = useFacts();
  const { data } = useSite();
  if (!data?.retentionFrom) return null;
  return (
    <Note tone="warn">
      <p>
        The shorter time that was published erases bookings and messages from{" "}
        {formatDay(wallClock(new Date(data.retentionFrom), timeZone).day, "short")} on. Publish a longer one before that
        day, and nothing is erased.
      </p>
    </Note>
  );
}
