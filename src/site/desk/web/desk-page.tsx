import { Link } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { DeskForm } from "./desk-form.tsx";
import { useSite } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Site | ${company.name}` });

export default function DeskPage() {
  const query = useSite();
  const { user } = useSession();
  // The form must not begin with the dashboard's cached data, which may be old.
  const { data } = query;
  const isFresh = query.isFetchedAfterMount;
  return (
    <AdminPage
      title="Site"
      subtitle="Edit, preview and publish the facts of your site"
      actions={
        <Link to="/admin/site/history" className="link inline-flex min-h-11 items-center">
          History
        </Link>
      }
    >
      {!data && <LoadState query={query} what="your site" fallback="Failed to load the site" />}
      {!(data && isFresh) && !query.isError && <Skeleton className="mt-4 h-96 w-full" />}
      {data && isFresh && <DeskForm loaded={data} email={user?.email ?? ""} />}
    </AdminPage>
  );
}
