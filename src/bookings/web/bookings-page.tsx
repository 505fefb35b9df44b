import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Bookings Management" };

export default function BookingsPage() {
  return <h1>Bookings Management</h1>;
}
