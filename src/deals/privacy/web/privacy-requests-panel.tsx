import { Link } from "react-router";
import { formatDay } from "#platform/dates.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { usePrivacyTasks } from "./queries.ts";

/** Renders nothing on the dashboard without open requests. */
export function PrivacyRequestsPanel() {
  const { data } = usePrivacyTasks();
  const [soonest] = data?.open ?? [];
  if (!data || !soonest) return null;
  const overdue = data.open.filter(({ dueDay }) => dueDay < data.today).length;
  const count = data.open.length === 1 ? "One privacy request waits" : `${data.open.length} privacy requests wait`;
  return (
    <div className="mb-6">
      <Note tone={overdue > 0 ? "danger" : "warn"}>
        <p>
          {count} for an answer{overdue > 0 && `, ${overdue} overdue`}. The soonest is due{" "}
          <time dateTime={soonest.dueDay}>{formatDay(soonest.dueDay, "full")}</time>.{" "}
          <Link to="/admin/people/requests" className="link inline-flex min-h-6 items-center">
            Look at the requests
          </Link>
        </p>
      </Note>
    </div>
  );
}
