import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Contact us" };

export default function ContactPage() {
  return <h1>Contact us</h1>;
}
