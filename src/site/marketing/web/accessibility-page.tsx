import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { breadcrumbSchema } from "#company/shell/web/structured-data.ts";
import { LegalPage } from "./texts/legal-page.tsx";

export const meta: PageMeta = ({ company }) => ({
  title: `Accessibility | ${company.shortName}`,
  description: `How the site of ${company.name} is made for everyone, what was tested and what was not, and what to do if something does not work for you.`,
  jsonLd: [breadcrumbSchema({ name: "Accessibility", path: "/accessibility" })],
});

export default function AccessibilityPage() {
  const { accessibility, claims } = useFacts();
  return (
    <LegalPage
      label="Plain words"
      title="Accessibility"
      lead="What was tested, what is not as it should be, and what to do about it."
      text={accessibility}
      claim={claims.accessibility}
    />
  );
}
