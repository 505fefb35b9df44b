// Pages of an owner, with texts that no other page has.
import { type Claim, SAMPLE } from "#company/facts/claims.ts";
import type { Page } from "#company/facts/pages/pages.ts";

export const CONFIRMED: Claim = { ...SAMPLE, state: "confirmed" };
export const HIDDEN: Claim = { ...SAMPLE, state: "hidden" };

/** 240 words in three parts that differ by their seed. */
export function ownText(seed: string): string {
  const sentence = (at: number) =>
    `The ${seed}roof${at} of ${seed}wall${at} leans over ${seed}road${at}, says ${seed}.`;
  const part = (from: number) => Array.from({ length: 8 }, (_, at) => sentence(from + at)).join(" ");
  return ["What stands here", "What we saw", "What comes next"]
    .map((heading, at) => `## ${heading} in ${seed}\n\n${part(at * 8)}`)
    .join("\n\n");
}

export function townPage(town: string, more: Partial<Page> = {}): Page {
  const slug = town.toLowerCase().replaceAll(" ", "-");
  return {
    id: slug,
    kind: "town",
    slug,
    title: town,
    summary: `Houses in ${town}.`,
    pageTitle: `Selling a house in ${town}`,
    description: `What we know of ${town}: its streets, its houses, and how a sale goes there from offer to closing.`,
    lead: `Somebody of ours drives through ${town} every week.`,
    picture: null,
    pictureAlt: "",
    body: ownText(slug.replaceAll("-", "")),
    town,
    houses: [`A brick ranch behind the ${slug.replaceAll("-", "")}mill`],
    questions: [],
    end: "booking",
    menu: "footer",
    claim: CONFIRMED,
    ...more,
  };
}
