import { claims, company, privacy } from "#company/facts.ts";
import type { PageMeta } from "#shell/web/page.ts";
import { breadcrumbSchema } from "#shell/web/structured-data.ts";
import { LegalPage } from "./texts/legal-page.tsx";

export const meta: PageMeta = {
  title: `Privacy Policy | ${company.shortName}`,
  description: `What ${company.name} stores when you book a meeting or write to us, why, for how long, who sees it, and how to get a copy or have it deleted.`,
  jsonLd: [breadcrumbSchema({ name: "Privacy Policy", path: "/privacy" })],
};

export default function PrivacyPage() {
  return (
    <LegalPage
      label="Plain words"
      title="Privacy Policy"
      lead="What we know about you, where it is kept, and how you get rid of it."
      text={privacy}
      claim={claims.privacy}
    />
  );
}
