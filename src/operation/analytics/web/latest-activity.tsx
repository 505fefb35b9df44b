import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatInstant } from "#platform/dates.ts";
import { useActivity } from "./queries.ts";

/** By the subject of the audit log entry. */
const DELETED: Record<string, string> = {
  booking: "A booking",
  contact: "A contact submission",
  account: "An account",
  webhook: "A webhook endpoint",
  "calendar feed": "A calendar feed",
  link: "A short link",
  person: "Everything about a person",
};

/** Exports and deletions: these entries have no record to link to. */
export function LatestActivity() {
  const { timeZone } = useFacts();
  const { data } = useActivity();
  if (!data?.activity.length) return null;
  return (
    <section className="card mt-6" aria-labelledby="activity">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="activity" className="text-h3">
          Exports and deletions
        </h2>
        <Link to="/admin/audit-log" className="link">
          All that was done
        </Link>
      </div>
      <ul className="panel-list">
        {data.activity.map(({ at, actor, action, to, subject }) => (
          <li key={`${at} ${subject} ${to}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere">
              {action === "exported" ? exported(subject, to) : `${DELETED[subject] ?? "A record"} was deleted`} by{" "}
              {actor}
            </span>
            <time dateTime={at} className="tabular-nums text-muted">
              {formatInstant(new Date(at), timeZone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function exported(subject: string, what: string | undefined): string {
  if (subject === "audit-log") return `The audit log was exported (${what})`;
  return subject === "person" || subject === "person row"
    ? "Everything about a person was exported"
    : `Bookings exported (${what})`;
}
