import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Contact Submissions" };

export default function ContactsPage() {
  return <h1>Contact Submissions</h1>;
}
