import { useParams } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { useLeadKey } from "./queries.ts";
import { RefusedSection } from "./refused-section.tsx";
import { SettingsSection } from "./settings-section.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Leads of a Key | ${company.name}` });

export default function LeadKeyPage() {
  const { id = "" } = useParams();
  const query = useLeadKey(id);
  const { data } = query;
  const sample = data?.refused.find(({ isSample }) => isSample);
  return (
    <AdminPage
      title={data ? `Leads of ${data.key.name}` : "Leads of a Key"}
      subtitle="Where they come from, what each field means, and what could not be read"
      back={{ to: "/admin/keys", label: "Back to Keys" }}
    >
      <LoadState query={query} what="the key" fallback="Failed to load the key" />
      {data && (
        <div className="grid gap-6">
          {/* What is typed stays while other bodies come in. */}
          <SettingsSection key={`${data.key.version} ${sample?._id} ${sample?.at}`} id={id} page={data} />
          <RefusedSection id={id} page={data} />
        </div>
      )}
    </AdminPage>
  );
}
