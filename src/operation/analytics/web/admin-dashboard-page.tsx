import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { DayPanel } from "#deals/day/web/day-panel.tsx";
import { HoldPanel } from "#delivery/removals/web/hold-panel.tsx";
import { SystemPanel } from "#operation/system/web/system-panel.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { buttonClasses } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { MakeItYoursPanel } from "#site/desk/web/make-it-yours-panel.tsx";
import { FAILED_STATISTICS, useBookingStats, useContactStats, useUserCounts } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Admin Dashboard | ${company.name}` });

const CARDS = [
  {
    duty: "answer",
    to: "/admin/bookings",
    title: "Bookings Management",
    text: "Who is coming, and when",
    icon: "icon-calendar-days",
  },
  {
    duty: "answer",
    to: "/admin/contacts",
    title: "Contact Submissions",
    text: "What people wrote",
    icon: "icon-inbox",
  },
  { duty: "run", to: "/admin/users", title: "User Management", text: "Who may sign in", icon: "icon-users" },
  {
    duty: "numbers",
    to: "/admin/analytics",
    title: "Analytics",
    text: "How it is going",
    icon: "icon-chart-no-axes-column",
  },
] as const;

export default function AdminDashboardPage() {
  const { company } = useFacts();
  const may = useMay();
  return (
    <AdminPage title="Admin Dashboard" subtitle={`Today at ${company.name}`}>
      {may("run") && <HoldPanel />}
      {may("run") && <SystemPanel />}
      {may("answer") && <DayPanel />}
      {may("site") && <MakeItYoursPanel />}
      <QuickStats />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {CARDS.filter(({ duty }) => may(duty)).map(({ to, title, text, icon }) => (
          <li key={to} className="card flex flex-col gap-2">
            <Icon name={icon} className="size-7 text-brand" />
            <h2 className="text-h3">{title}</h2>
            <p className="text-muted">{text}</p>
            <Link
              to={to}
              className={buttonClasses({ variant: "outline", size: "compact" }, "mt-auto self-start")}
              aria-label={`Open ${title}`}
            >
              Open
            </Link>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}

function QuickStats() {
  const may = useMay();
  const [answers, runs] = [may("answer"), may("run")];
  const bookings = useBookingStats(FAILED_STATISTICS, answers);
  const contacts = useContactStats(FAILED_STATISTICS, answers);
  const users = useUserCounts(FAILED_STATISTICS, runs);
  if (!answers && !runs) return null;
  return (
    <section aria-labelledby="quick-stats">
      <h2 id="quick-stats" className="sr-only">
        Quick Stats
      </h2>
      <dl className="stat-strip">
        {answers && <Stat label="Total Bookings" value={bookings.data?.total} hasFailed={bookings.isError} />}
        {answers && <Stat label="Pending Contacts" value={contacts.data?.new} hasFailed={contacts.isError} />}
        {runs && <Stat label="Active Users" value={users.data?.active} hasFailed={users.isError} />}
      </dl>
    </section>
  );
}

function Stat({ label, value, hasFailed }: { label: string; value: number | undefined; hasFailed: boolean }) {
  const text = value === undefined ? (hasFailed ? "–" : "...") : value.toLocaleString("en-US");
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
