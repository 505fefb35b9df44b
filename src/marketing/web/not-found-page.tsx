import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Page not found" };

export default function NotFoundPage() {
  return <h1>Page not found</h1>;
}
