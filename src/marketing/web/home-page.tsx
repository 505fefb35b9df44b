import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Home" };

export default function HomePage() {
  return <h1>Home</h1>;
}
