import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "About us" };

export default function AboutPage() {
  return <h1>About us</h1>;
}
