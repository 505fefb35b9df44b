import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Terms of Service" };

export default function TermsPage() {
  return <h1>Terms of Service</h1>;
}
