import { useParams } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { PersonPage as Page } from "#deals/privacy/person.ts";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { ChangedNote } from "#platform/web/live/show-note.tsx";
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
      actions={person.data && <Reach page={person.data} />}
    >
      {person.data && <ChangedNote ids={recordsOf(person.data)} />}
      <LoadState query={person} what="person" fallback="Failed to load the person" />
      {person.data && <Details page={person.data} />}
    </AdminPage>
  );
}

function recordsOf({ person, leads }: Page): string[] {
  return [person._id, ...leads.map(({ _id }) => _id)];
}

/** The first thing that staff need on the page of a person. */
function Reach({ page: { identities, isShut, shown } }: { page: Page }) {
  const [{ email, phone, stopped } = { email: undefined, phone: undefined, stopped: undefined }] = identities;
  const asked = shown.map(({ lead }) => lead.person.asked).find(Boolean);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {phone && <StaffPhone {...{ phone, stopped, isShut, asked }} state={shown[0]?.lead.property.state} />}
      {email && <StaffEmail {...{ email, stopped, isShut }} />}
    </p>
  );
}

function Details({ page }: { page: Page }) {
  return (
    <div className="grid gap-8">
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
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_--spacing(96)]">
        <Timeline page={page} />
        <div className="grid gap-6">
          <Identities page={page} />
          <StoredData identities={page.identities} />
        </div>
      </div>
    </div>
  );
}
