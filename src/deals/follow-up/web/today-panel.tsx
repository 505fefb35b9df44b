import { Link } from "react-router";
import type { AdminLead, Today } from "#deals/follow-up/admin.ts";
import { NextStepLine, Place } from "./lead-parts.tsx";
import { useToday } from "./queries.ts";

const MAX_SHOWN = 5;

export function TodayPanel() {
  const { data, isError } = useToday("");
  return (
    <section className="card mt-6" aria-labelledby="today" aria-busy={!data && !isError}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="today" className="text-h3">
          Today
        </h2>
        <Link to="/admin/today" className="link">
          The whole day
        </Link>
      </div>
      {isError && <p>Failed to load the day</p>}
      {data && <Summary day={data} />}
    </section>
  );
}

function Summary({ day }: { day: Today }) {
  const { withoutStep, overdue, dueToday, today } = day;
  const first = [withoutStep, overdue, dueToday].flatMap(({ leads }) => leads).slice(0, MAX_SHOWN);
  if (first.length === 0) return <p className="text-muted">Nothing is due, and nobody is without a next step.</p>;
  const counts = [
    [withoutStep.count, "without a next step"],
    [overdue.count, "overdue"],
    [dueToday.count, "due today"],
  ] as const;
  return (
    <>
      <p className="mb-2 font-semibold">
        {counts
          .filter(([count]) => count > 0)
          .map(([count, what]) => `${count.toLocaleString("en-US")} ${what}`)
          .join(", ")}
      </p>
      <ul className="panel-list">
        {first.map((lead) => (
          <Row key={lead._id} lead={lead} today={today} />
        ))}
      </ul>
    </>
  );
}

function Row({ lead, today }: { lead: AdminLead; today: string }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 gap-y-1">
      <p className="min-w-0">
        <Link className="link contact-link wrap-anywhere font-semibold" to={`/admin/today/${lead._id}`}>
          {lead.person.name}
        </Link>{" "}
        <span className="wrap-anywhere text-muted">
          <Place lead={lead} />
        </span>
      </p>
      <p className="grid justify-items-start sm:justify-items-end">
        <NextStepLine lead={lead} today={today} />
      </p>
    </li>
  );
}
