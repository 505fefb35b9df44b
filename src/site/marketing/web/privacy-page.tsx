import { useFacts } from "#company/facts/web/use-facts.ts";
import { BACKUPS_KEPT_TOKEN } from "#company/shell/keeping.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { breadcrumbSchema } from "#company/shell/web/structured-data.ts";
import { LegalPage } from "./texts/legal-page.tsx";

export const meta: PageMeta = ({ company }) => ({
  title: `Privacy Policy | ${company.shortName}`,
  description: `What ${company.name} stores when you book a meeting or write, why, for how long, who sees it, and how to get a copy or have it deleted.`,
  jsonLd: [breadcrumbSchema({ name: "Privacy Policy", path: "/privacy" })],
});

/** The figures follow the settings, while the owner's text may be of an earlier release. */
const FIGURES = `## In figures

This site keeps and deletes by these settings:

- Bookings and messages stay {retention}
- The proof of what you agreed to or stopped stays until {permissionYears}.
- ${BACKUPS_KEPT_TOKEN}. What is deleted stays in backups that long. If one has to be used, what was deleted since is deleted again before e-mail goes out, from a list that names nobody.
- A request for a copy, a correction or a deletion is answered within {requestDays}: [how to ask](/privacy/request).

The staff can let their own devices ring when a seller waits. Such a message goes, encrypted, through the push service of the browser’s maker, for those who switched it on. That company learns when it rings, not what it says; no other company takes part.`;

export default function PrivacyPage() {
  const { claims, privacy } = useFacts();
  return (
    <LegalPage
      label="Plain words"
      title="Privacy Policy"
      lead="What is known about you, where it is kept, and how you get rid of it."
      text={`${privacy}\n\n${FIGURES}`}
      claim={claims.privacy}
    />
  );
}
