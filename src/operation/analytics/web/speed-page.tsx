import type { PageMeta } from "#company/shell/web/page.ts";
import { PromptnessPanel } from "#deals/offers/web/promptness-panel.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { FirstContactCard } from "./first-contact-card.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Speed | ${company.name}` });

export default function SpeedPage() {
  return (
    <AdminPage
      title="Speed"
      subtitle="How soon people are called, and how soon an offer follows"
      back={{ to: "/admin/analytics", label: "Back to Analytics" }}
    >
      <FirstContactCard />
      <PromptnessPanel />
    </AdminPage>
  );
}
