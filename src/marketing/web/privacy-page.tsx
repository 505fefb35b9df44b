import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Privacy Policy" };

export default function PrivacyPage() {
  return <h1>Privacy Policy</h1>;
}
