import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { AvailabilityForm } from "./availability-form.tsx";
import { useAvailability, useAvailabilityAuditLog } from "./availability-queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Availability | ${company.name}` });

export default function AvailabilityPage() {
  const query = useAvailability();
  const { data } = query;
  return (
    <AdminPage
      title="Availability"
      subtitle="When visitors can book a meeting"
      back={{ to: "/admin/bookings", label: "Back to Bookings" }}
    >
      {!data && <LoadState query={query} what="the availability" fallback="Failed to load the availability" />}
      {query.isPending && <Skeleton className="mt-4 h-96 w-full" />}
      {data && <AvailabilityForm loaded={data} renderHistory={(version) => <History version={version} />} />}
    </AdminPage>
  );
}

function History({ version }: { version: number }) {
  const { timeZone } = useFacts();
  const history = useAvailabilityAuditLog(version);
  return (
    <section aria-labelledby="availability-history" className="card">
      <h2 id="availability-history" className="mb-3 text-h3">
        Changes
      </h2>
      <AuditLogList query={history} timeZone={timeZone} />
    </section>
  );
}
