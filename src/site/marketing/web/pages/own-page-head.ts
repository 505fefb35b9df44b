import { isConfirmed } from "#company/facts/claims.ts";
import { type Page, pagePath } from "#company/facts/pages/pages.ts";
import type { Facts } from "#company/facts/schema.ts";
import type { Head } from "#company/shell/web/page.ts";
import { articleSchema, breadcrumbSchema, questionsSchema, serviceSchema } from "#company/shell/web/structured-data.ts";
import { plainTextOf } from "../texts/markdown.ts";

const MAX_TITLE = 60;

export function headOf(page: Page, facts: Facts): Head {
  const { kind, title, pageTitle, description, questions, claim } = page;
  const named = `${pageTitle} | ${facts.company.shortName}`;
  const answered = questions.map(({ question, answer }) => ({ question, answer: plainTextOf(answer) }));
  return {
    title: named.length <= MAX_TITLE ? named : pageTitle,
    description,
    jsonLd: [
      kind === "article" ? articleSchema(page) : serviceSchema(page, facts),
      breadcrumbSchema({ name: title, path: pagePath(page) }),
      ...(isConfirmed(claim) && answered.length > 0 ? [questionsSchema(answered)] : []),
    ],
  };
}
