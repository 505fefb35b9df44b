import { Link } from "react-router";
import { MapLink } from "#company/shell/web/parts/contact-links.tsx";
import type { DayLine, DayListName } from "#deals/day/day.ts";
import { NextStepLine, Place, StageBadge, UnprovedMark } from "#deals/follow-up/web/lead-parts.tsx";
import { ANSWER_LABELS } from "#deals/offers/offer.ts";
import { MEETING_TYPE_LABELS, meetingType } from "#inquiries/bookings/meeting-types.ts";
import { shownPlace } from "#people/leads/lead.ts";
import { ClaimButtons, useHoldOnCall, WaitClock } from "#people/leads/web/claim-panel.tsx";
import { LogButton } from "#people/leads/web/log-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { addDays, formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { Badge } from "#platform/web/ui/badge.tsx";

type Props = {
  name: DayListName;
  lines: readonly DayLine[];
  today: string;
  onLog: (line: DayLine) => void;
};

/** A lead that moves to another list leaves its line. */
export function recordOf(name: DayListName, { lead }: DayLine): string {
  return `${name} ${lead._id}`;
}

export function DayLines({ name, lines, today, onLog }: Props) {
  return (
    <ul className="panel-list">
      {lines.map((line) => (
        <li
          key={line.lead._id}
          data-record={recordOf(name, line)}
          className="flex flex-wrap items-start gap-x-4 gap-y-2"
        >
          <div className="grid min-w-0 grow basis-60 justify-items-start gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link className="link wrap-anywhere font-semibold" to={`/admin/people/${line.lead.person._id}`}>
                {line.lead.person.name}
              </Link>
              <Standing line={line} />
              <UnprovedMark lead={line.lead} />
            </p>
            <p className="wrap-anywhere text-muted">
              <Where line={line} />
            </p>
            {line.words && <p className="wrap-anywhere line-clamp-2">“{line.words}”</p>}
            {line.meeting && <Meeting meeting={line.meeting} today={today} />}
            {line.offer && <Offer line={line} offer={line.offer} today={today} />}
            {(line.lead.nextStep || name === "due") && <NextStepLine lead={line.lead} />}
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Reach line={line} onCall={() => onLog(line)} />
            {line.wait && <ClaimButtons leadId={line.lead._id} of={line.lead.person.name} wait={line.wait} />}
            <LogButton of={line.lead.person.name} onClick={() => onLog(line)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Standing({ line: { lead, wait, offer } }: { line: DayLine }) {
  if (!wait) return <StageBadge lead={lead} />;
  return (
    <>
      {offer?.answer && (
        <Badge tone="brand" size="small" icon="icon-hand-coins">
          Answered: {ANSWER_LABELS[offer.answer]}
        </Badge>
      )}
      <WaitClock wait={wait} />
    </>
  );
}

function Where({ line: { lead, meeting } }: { line: DayLine }) {
  const isVisited = meeting && meetingType(meeting.meetingType).at === "property";
  return isVisited && lead.property.street ? <MapLink address={shownPlace(lead.property)} /> : <Place lead={lead} />;
}

function Meeting({ meeting, today }: { meeting: NonNullable<DayLine["meeting"]>; today: string }) {
  const { _id, meetingDate, meetingTime, meetingType: type } = meeting;
  const named = { [today]: "Today", [addDays(today, 1)]: "Tomorrow" };
  return (
    <p>
      <Link className="link tabular-nums" to={`/admin/bookings?booking=${_id}`}>
        <time dateTime={meetingDate}>{named[meetingDate] ?? formatDay(meetingDate, "weekday")}</time>, {meetingTime}
      </Link>{" "}
      <span className="text-muted">{MEETING_TYPE_LABELS[type]}</span>
    </p>
  );
}

type OfferProps = { line: DayLine; offer: NonNullable<DayLine["offer"]>; today: string };

function Offer({ line: { lead }, offer, today }: OfferProps) {
  const { _id, cents, validUntil, openings } = offer;
  const opened = openings === 0 ? "not opened yet" : openings === 1 ? "opened once" : `opened ${openings} times`;
  return (
    <p>
      <Link className="link" to={`/admin/leads/${lead._id}/offers/${_id}`}>
        Offer of {formatCents(cents)}
      </Link>{" "}
      <span className="text-muted">
        {validUntil < today ? "ran out on" : "until"} {formatDay(validUntil, "brief")}, {opened}
      </span>
    </p>
  );
}

function Reach({ line: { lead, wait }, onCall }: { line: DayLine; onCall: () => void }) {
  const hold = useHoldOnCall(lead._id, wait);
  const call = () => {
    hold();
    onCall();
  };
  const { phone, email, stopped, isShut, asked } = lead.person;
  if (phone) return <StaffPhone {...{ phone, stopped, isShut, asked }} state={lead.property.state} onCall={call} />;
  return email ? <StaffEmail {...{ email, stopped, isShut }} /> : null;
}
