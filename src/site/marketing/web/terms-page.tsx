import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { breadcrumbSchema } from "#company/shell/web/structured-data.ts";
import { LegalPage } from "./texts/legal-page.tsx";

export const meta: PageMeta = ({ company }) => ({
  title: `Terms of Service | ${company.shortName}`,
  description: `What using this site and meeting ${company.name} means: free meetings, no obligation, written offers, and where to find free independent advice.`,
  jsonLd: [breadcrumbSchema({ name: "Terms of Service", path: "/terms" })],
});

export default function TermsPage() {
  const { claims, terms } = useFacts();
  return (
    <LegalPage
      label="Plain words"
      title="Terms of Service"
      lead="The meeting is free, the offer is in writing, and you can always say no."
      text={terms}
      claim={claims.terms}
    />
  );
}
