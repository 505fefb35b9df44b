import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Analytics" };

export default function AnalyticsPage() {
  return <h1>Analytics</h1>;
}
