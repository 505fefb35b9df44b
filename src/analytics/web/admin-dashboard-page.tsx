import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Admin Dashboard" };

export default function AdminDashboardPage() {
  return <h1>Admin Dashboard</h1>;
}
