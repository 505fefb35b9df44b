import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Under construction" };

export default function UnderConstructionPage() {
  return <h1>Under construction</h1>;
}
