import { useParams } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { PersonPage as Page } from "#deals/privacy/person.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { usePersonPage } from "../queries.ts";
import { Identities } from "./identities.tsx";
import { LeadCard } from "./lead-card.tsx";
import { StoredData } from "./stored-data.tsx";
import { Timeline } from "./timeline.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Person | ${company.name}` });

export default function PersonPage() {
  const { id = "" } = useParams();
  const person = usePersonPage(id);
  return (
    <AdminPage
      title={person.data?.person.name ?? "Person"}
      subtitle="Every inquiry, call, note and mail of one person"
      back={{ to: "/admin/people", label: "Back to People" }}
    >
      <LoadState query={person} what="person" fallback="Failed to load the person" />
      {person.data && <Details page={person.data} />}
    </AdminPage>
  );
}

function Details({ page }: { page: Page }) {
  return (
    <div className="grid gap-8">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Identities page={page} />
        <StoredData identities={page.identities} />
      </div>
      <section aria-labelledby="person-leads">
        <h2 id="person-leads" className="mb-3 text-h3">
          {page.leads.length === 1 ? "One lead" : `${page.leads.length} leads`}
        </h2>
        <div className="grid gap-6">
          {page.leads.map((lead) => (
            <LeadCard key={lead._id} lead={lead} />
          ))}
        </div>
      </section>
      <Timeline page={page} />
    </div>
  );
}
