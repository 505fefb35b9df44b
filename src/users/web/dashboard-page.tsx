import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Dashboard" };

export default function DashboardPage() {
  return <h1>Dashboard</h1>;
}
