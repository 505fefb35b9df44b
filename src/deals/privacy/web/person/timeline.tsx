import { Instant } from "#company/shell/web/parts/instant.tsx";
import { Icon, type IconName } from "#platform/web/ui/icon.tsx";
import "./timeline.css";
import { useState } from "react";
import { Link } from "react-router";
import { EVENT_KINDS, type EventKind, type PersonEvent, type PersonPage } from "#deals/privacy/person.ts";
import { SelectField } from "#platform/web/forms/select.tsx";

const ICONS: Record<EventKind, IconName> = {
  booking: "icon-calendar-days",
  message: "icon-message-square",
  call: "icon-phone",
  try: "icon-phone-outgoing",
  note: "icon-notebook-pen",
  offer: "icon-file-text",
  mail: "icon-mail",
  permission: "icon-shield-check",
  history: "icon-history",
};

export function Timeline({ page: { events, isCut, leads } }: { page: PersonPage }) {
  const [kind, setKind] = useState<EventKind | "">("");
  const kinds = (Object.keys(EVENT_KINDS) as EventKind[]).filter((known) =>
    events.some((event) => event.kind === known),
  );
  const countOf = (known: EventKind) => events.filter((event) => event.kind === known).length;
  const placeOf = (event: PersonEvent) =>
    leads.length > 1 ? leads.find(({ _id }) => _id === event.leadId)?.place : undefined;
  const shown = events.filter((event) => kind === "" || event.kind === kind);
  return (
    <section aria-labelledby="person-timeline" className="card">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 id="person-timeline" className="text-h3">
          What happened
        </h2>
        <SelectField
          id="timeline-kind"
          label="Show"
          value={kind}
          onChange={({ target }) => setKind(target.value as EventKind | "")}
          emptyLabel={`Everything (${events.length})`}
          options={kinds.map((known) => [known, `${EVENT_KINDS[known]} (${countOf(known)})`])}
        />
      </div>
      <ol className="timeline">
        {shown.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are never reordered, and two may be alike
          <Entry key={index} event={event} place={placeOf(event)} />
        ))}
      </ol>
      {isCut && <p className="mt-3 text-muted">Only the latest {events.length} entries are shown.</p>}
    </section>
  );
}

function Entry({
  event: { kind, at, title, text, by, link },
  place,
}: {
  event: PersonEvent;
  place: string | undefined;
}) {
  const icon = ICONS[kind];
  return (
    <li>
      <Icon name={icon} className="timeline-icon" />
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          <span className="sr-only">{EVENT_KINDS[kind]}: </span>
          {link ? (
            <Link to={link} className="link contact-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        <p className="wrap-anywhere text-muted text-small">
          <Instant at={at} />
          {by && `, ${by}`}
          {place && `, ${place}`}
        </p>
      </div>
    </li>
  );
}
