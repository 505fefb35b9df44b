import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import "./sheet-day.css";
import { Link } from "react-router";
import { MapLink } from "#company/shell/web/parts/contact-links.tsx";
import type { DaySheet, SheetMeeting } from "#inquiries/agenda/admin.ts";
import { fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { PREFERRED_CONTACTS } from "#inquiries/bookings/choices.ts";
import { factLines } from "#inquiries/bookings/facts.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { MeetingBadges } from "#inquiries/bookings/web/status-badge.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { Badge } from "#platform/web/ui/badge.tsx";

/** An entry is never split across printed pages. */
const ENTRY =
  "grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 border-line py-3.5 not-first:border-t sm:grid-cols-[--spacing(34)_minmax(0,1fr)] print:break-inside-avoid print:grid-cols-[--spacing(34)_minmax(0,1fr)]";

type Day = DaySheet["days"][number];

export function SheetDay({ day: { date, closed, meetings }, isToday }: { day: Day; isToday: boolean }) {
  const id = `day-${date}`;
  return (
    <section aria-labelledby={id} className="sheet-day border-ink border-t-2 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:break-after-avoid">
        <h2 id={id} className="text-h3">
          <time dateTime={date}>{formatDay(date, "spoken")}</time>
        </h2>
        {isToday && <Badge tone="lamp">Today</Badge>}
      </div>
      {closed && <p className="text-muted first-letter:uppercase">{closed}.</p>}
      {meetings.length === 0 && !closed && <p className="text-muted">No meetings.</p>}
      {meetings.length > 0 && (
        <ol>
          {meetings.map((meeting) => (
            <SheetEntry key={meeting._id} meeting={meeting} />
          ))}
        </ol>
      )}
    </section>
  );
}

function SheetEntry({ meeting }: { meeting: SheetMeeting }) {
  return (
    <li className={ENTRY}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 sm:flex-col print:flex-col">
        <p className="tabular-nums font-semibold text-h3">{meeting.meetingTime}</p>
        <p className="text-muted">{meeting.meetingMinutes} minutes</p>
        <MeetingBadges booking={meeting} />
      </div>
      <div className="min-w-0">
        <h3 className="wrap-anywhere text-label">
          <Link className="link contact-link" to={`/admin/bookings?booking=${meeting._id}`}>
            {fullName(meeting)}
            <span className="sr-only">, the whole record</span>
          </Link>
        </h3>
        <p className="font-semibold">{MEETING_TYPE_LABELS[meeting.meetingType]}</p>
        <Told meeting={meeting} />
        <p>
          <MapLink address={propertyLine(meeting)} />
        </p>
        <p className="flex flex-wrap gap-x-4">
          <span>
            <StaffPhone phone={meeting.phone} stopped={meeting.stopped} />
          </span>
          <span>
            <StaffEmail email={meeting.email} stopped={meeting.stopped} />
          </span>
        </p>
        <dl className="mt-1.5 flex max-w-208 flex-wrap gap-x-6 gap-y-1">
          <Fact label="Preferred contact">{PREFERRED_CONTACTS[meeting.preferredContact]}</Fact>
          {factLines(meeting, "sale").map(({ path, short, value }) => (
            <Fact key={path} label={short}>
              {value}
            </Fact>
          ))}
          {meeting.additionalInfo && (
            <Fact label="They wrote" isLong>
              {meeting.additionalInfo}
            </Fact>
          )}
          {meeting.notes && (
            <Fact label="Our notes" isLong>
              {meeting.notes}
            </Fact>
          )}
        </dl>
      </div>
    </li>
  );
}

function Told({ meeting: { meetingType: type, told } }: { meeting: SheetMeeting }) {
  const words = TOLD[type];
  if (!words) return null;
  return (
    <p className="wrap-anywhere">
      {words.label}:{" "}
      {told && words.label === "Link" ? (
        <a href={told} className="link inline-block min-h-6" rel="noreferrer">
          {told}
        </a>
      ) : (
        (told ?? "not told yet")
      )}
    </p>
  );
}

/** Short facts share a line; long ones keep their line breaks. */
function Fact({ label, isLong, children }: { label: string; isLong?: boolean; children: string }) {
  return (
    <div className={isLong ? "w-full" : undefined}>
      <dt className="text-fine text-muted">{label}</dt>
      <dd className={`wrap-anywhere ${isLong ? "whitespace-pre-wrap border-line border-l-3 pl-3" : ""}`}>{children}</dd>
    </div>
  );
}
