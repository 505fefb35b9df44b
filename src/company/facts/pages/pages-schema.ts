import * as z from "zod/mini";
import { PAGE_ENDS, PAGE_KINDS, PAGE_MENUS } from "#company/facts/choices.ts";
import { isShown } from "#company/facts/claims.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { claim } from "#company/facts/parts/claimed.ts";
import { line, picture } from "#company/facts/parts/fields.ts";
import { withPlaceholders } from "#company/facts/words/with-placeholders.ts";
import { freeTextSchema, isBlank, lineSchema } from "#platform/text.ts";
import { isSlug, MAX_SLUG_LENGTH, RESERVED_SLUGS } from "./slugs.ts";

export const question = z.object({
  question: lineSchema(FACT_LIMITS.source, "Please enter the question"),
  answer: withPlaceholders(freeTextSchema(FACT_LIMITS.answer, "Please enter the answer")),
});

const keyOf = <Choice extends string>(choices: Record<Choice, string>) =>
  z.enum(Object.keys(choices) as [Choice, ...Choice[]], "Please choose");

const slug = lineSchema(MAX_SLUG_LENGTH, "Please enter an address").check(
  z.refine(isSlug, "Please use small letters, digits and single hyphens, such as oak-park"),
  z.refine((typed) => !RESERVED_SLUGS.has(typed), "The site needs this address itself. Please choose another one"),
);

export const pageId = z.string("Must be text").check(z.regex(/^[\w-]{1,40}$/, "Must be an id"));

const page = z
  .object({
    /** What a page keeps when its address changes. */
    id: pageId,
    kind: keyOf(PAGE_KINDS),
    slug,
    /** In menus and cards; the other texts of a hidden page may still be missing. */
    title: line("Please enter a title"),
    summary: freeTextSchema(FACT_LIMITS.pageSummary),
    pageTitle: lineSchema(FACT_LIMITS.line),
    description: lineSchema(FACT_LIMITS.pageDescription),
    lead: lineSchema(FACT_LIMITS.source),
    picture,
    pictureAlt: lineSchema(FACT_LIMITS.source),
    body: withPlaceholders(freeTextSchema(FACT_LIMITS.story)),
    town: lineSchema(FACT_LIMITS.line),
    houses: z
      .array(line("Please enter a house"))
      .check(z.maxLength(FACT_LIMITS.houses, `Please name at most ${FACT_LIMITS.houses} houses`)),
    questions: z.array(question).check(z.maxLength(FACT_LIMITS.pageQuestions, "Too many questions")),
    end: keyOf(PAGE_ENDS),
    menu: keyOf(PAGE_MENUS),
    claim,
  })
  .check(({ value, issues }) => {
    const { kind, claim, summary, pageTitle, description, lead, body, town, picture, pictureAlt } = value;
    if (!isShown(claim)) return;
    const ofKind = { town: { town }, situation: { summary }, article: {} }[kind];
    const wanted = { ...ofKind, pageTitle, lead, body, ...(picture && { pictureAlt }) };
    for (const [name, text] of Object.entries(wanted))
      if (isBlank(text)) issues.push(issueAt([name], "Please enter this text, or hide the page", value));
    if (description.length < MIN_DESCRIPTION)
      issues.push(issueAt(["description"], `Please enter at least ${MIN_DESCRIPTION} characters`, value));
  });

/** Search engines take another sentence of the page for a shorter one. */
const MIN_DESCRIPTION = 50;

export const pages = z.array(page).check(z.maxLength(FACT_LIMITS.pages, "Too many pages"), ({ value, issues }) => {
  const addresses = new Map<string, number>();
  const ids = new Set<string>();
  let inBar = 0;
  for (const [index, { id, kind, slug, menu, claim }] of value.entries()) {
    const address = `${kind}/${slug}`;
    if (addresses.has(address)) issues.push(issueAt([index, "slug"], "Another page has this address", value));
    if (ids.has(id)) issues.push(issueAt([index, "id"], "Another page has this id", value));
    if (menu === "bar" && isShown(claim) && ++inBar > FACT_LIMITS.pagesInBar)
      issues.push(issueAt([index, "menu"], `The menu at the top holds ${FACT_LIMITS.pagesInBar} pages`, value));
    addresses.set(address, index);
    ids.add(id);
  }
});

function issueAt(path: PropertyKey[], message: string, input: unknown) {
  return { code: "custom" as const, path, message, input };
}
