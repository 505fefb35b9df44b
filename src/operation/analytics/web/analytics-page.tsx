import { lazy, type ReactNode, Suspense } from "react";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { BookingStats } from "#inquiries/bookings/admin.ts";
import type { ContactStats } from "#inquiries/contact/admin.ts";
import { percentOf } from "#operation/analytics/analytics.ts";
import { DetailList } from "#platform/web/dialogs/details.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useBookingStats, useContactStats, useUserCounts } from "./queries.ts";
import { type BarTone, ShareBars } from "./share-bars.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Analytics | ${company.name}` });

const Charts = lazy(() => import("./charts.tsx"));
const FAILED = "Failed to load analytics data";

export default function AnalyticsPage() {
  const may = useMay();
  const [answers, runs] = [may("answer"), may("run")];
  const bookings = useBookingStats(FAILED, answers);
  const contacts = useContactStats(FAILED, answers);
  const users = useUserCounts(FAILED, runs);
  const queries = [...(answers ? [bookings, contacts] : []), ...(runs ? [users] : [])];
  const hasFailed = queries.some(({ isError }) => isError);
  const isLoaded = queries.every(({ data }) => data);

  return (
    <AdminPage
      title="Analytics"
      subtitle="View reports and business statistics"
      back={{ to: "/admin", label: "Back to Dashboard" }}
    >
      {hasFailed && (
        <LoadError
          onRetry={() => {
            for (const query of queries) if (query.isError) void query.refetch();
          }}
        >
          {FAILED}
        </LoadError>
      )}
      {!isLoaded && !hasFailed && (
        <>
          <LoadingText>Loading analytics...</LoadingText>
          <Skeleton className="mt-4 h-28 w-full" />
        </>
      )}
      {isLoaded && queries.length > 0 && (
        <dl className="stat-strip">
          {bookings.data && contacts.data && <Inquiries bookings={bookings.data} contacts={contacts.data} />}
          {users.data && (
            <Figure label="Total Users" value={whole(users.data.total)} note={`${whole(users.data.active)} active`} />
          )}
          {bookings.data && (
            <Figure
              label="Completion Rate"
              value={`${percentOf(bookings.data.completed, bookings.data.total)}%`}
              note={`${whole(bookings.data.completed)} completed`}
            />
          )}
        </dl>
      )}
      {isLoaded && bookings.data && contacts.data && <Statistics bookings={bookings.data} contacts={contacts.data} />}
      <Suspense fallback={<Skeleton className="mt-6 h-80 w-full" />}>
        <Charts />
      </Suspense>
    </AdminPage>
  );
}

type Numbers = { bookings: BookingStats; contacts: ContactStats };

function whole(value: number): string {
  return value.toLocaleString("en-US");
}

function Inquiries({ bookings, contacts }: Numbers) {
  return (
    <>
      <Figure label="Total Bookings" value={whole(bookings.total)} note={`${whole(bookings.scheduled)} scheduled`} />
      <Figure label="Total Contacts" value={whole(contacts.total)} note={`${whole(contacts.new)} new`} />
    </>
  );
}

function Statistics({ bookings, contacts }: Numbers) {
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
      <Panel title="Booking Statistics">
        <ShareBars total={bookings.total} shares={bookingShares(bookings)} />
      </Panel>
      <Panel title="Contact Submission Statistics">
        <ShareBars
          total={contacts.total}
          shares={[
            { label: "New", count: contacts.new, tone: "lamp" },
            { label: "In Progress", count: contacts.inProgress, tone: "info" },
            { label: "Resolved", count: contacts.resolved, tone: "ok" },
          ]}
        />
      </Panel>
      <Panel title="Pending Items">
        <DetailList
          details={[
            ["Scheduled bookings", whole(bookings.scheduled)],
            ["New contacts", whole(contacts.new)],
            ["In-progress contacts", whole(contacts.inProgress)],
          ]}
        />
      </Panel>
      <Panel title="Resolution Metrics">
        <DetailList
          details={[
            ["Completed bookings", whole(bookings.completed)],
            ["Resolved contacts", whole(contacts.resolved)],
            [
              "Overall resolution rate",
              `${percentOf(bookings.completed + contacts.resolved, bookings.total + contacts.total)}%`,
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

function bookingShares(bookings: BookingStats) {
  const shares: { label: string; count: number; tone: BarTone }[] = [
    { label: "Scheduled", count: bookings.scheduled, tone: "brand" },
    { label: "Completed", count: bookings.completed, tone: "ok" },
    { label: "Cancelled", count: bookings.cancelled, tone: "danger" },
    ...(bookings.noShows > 0 ? [{ label: "of them no-shows", count: bookings.noShows, tone: "control" } as const] : []),
  ];
  if (bookings.rescheduled > 0) shares.push({ label: "Rescheduled", count: bookings.rescheduled, tone: "control" });
  return shares;
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        <span className="block font-body font-normal text-dense text-muted">{note}</span>
      </dd>
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <h2 className="mb-4 text-h3">{title}</h2>
      {children}
    </section>
  );
}
