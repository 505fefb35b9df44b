import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "User Management" };

export default function UsersPage() {
  return <h1>User Management</h1>;
}
