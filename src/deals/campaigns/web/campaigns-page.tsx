import type { PageMeta } from "#company/shell/web/page.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LinksSection } from "./links-section.tsx";
import { ReportSection } from "./report-section.tsx";
import { SpendSection } from "./spend/spend-section.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Marketing Attribution | ${company.name}` });

export default function CampaignsPage() {
  return (
    <AdminPage
      title="Marketing Attribution"
      subtitle="Which campaigns brought people, what became of them, and what it cost"
      back={{ to: "/admin/analytics", label: "Back to Analytics" }}
    >
      <ReportSection />
      <SpendSection />
      <LinksSection />
    </AdminPage>
  );
}
