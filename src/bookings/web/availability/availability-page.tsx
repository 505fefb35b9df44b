import { errorText } from "#platform/web/api.ts";
import { HistoryList } from "#platform/web/dialogs/history-list.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { company, timeZone } from "#site";
import { AvailabilityForm } from "./availability-form.tsx";
import { useAvailability, useAvailabilityHistory } from "./availability-queries.ts";

export const meta: PageMeta = { title: `Availability | ${company.name}` };

export default function AvailabilityPage() {
  const { data, isPending, error, refetch } = useAvailability();
  return (
    <AdminPage
      title="Availability"
      subtitle="When visitors can book a meeting"
      back={{ to: "/admin/bookings", label: "Back to Bookings" }}
    >
      {isPending && (
        <>
          <LoadingText>Loading the availability...</LoadingText>
          <Skeleton className="mt-4 h-96 w-full" />
        </>
      )}
      {error && !data && (
        <LoadError onRetry={() => refetch()}>{errorText(error, "Failed to load the availability")}</LoadError>
      )}
      {data && <AvailabilityForm loaded={data} renderHistory={(version) => <History version={version} />} />}
    </AdminPage>
  );
}

function History({ version }: { version: number }) {
  const { data, isError, refetch } = useAvailabilityHistory(version);
  return (
    <section aria-labelledby="availability-history" className="card">
      <h2 id="availability-history" className="mb-3 text-h3">
        Changes
      </h2>
      <HistoryList history={data?.history} hasFailed={isError} onRetry={refetch} timeZone={timeZone} />
    </section>
  );
}
