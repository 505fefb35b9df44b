import type { PageKind } from "#company/facts/choices.ts";
import { SAMPLE } from "#company/facts/claims.ts";

type Outline = { body: string; hint: string };

/** Headings that the owner keeps or replaces. */
export const OUTLINES: Record<PageKind, Outline> = {
  town: {
    body: "## Houses here\n\n\n\n## Who buys here\n\n\n\n## How a sale goes here",
    hint: "Say what you know of this town alone: its streets, its houses, its county’s recording office, what you bought there.",
  },
  situation: {
    body: "## What happens\n\n\n\n## What we do\n\n\n\n## What else you could do",
    hint: "Three parts: the facts, your part, and what a person could do without you.",
  },
  article: {
    body: "## The question\n\n\n\n## What to look at\n\n\n\n## What we would do",
    hint: "Answer one question that sellers ask you, with what you have seen yourself.",
  },
};

/** Hidden, so that nobody sees it before it is written. */
export function blankPage(kind: PageKind, id: string) {
  return {
    id,
    kind,
    slug: "",
    title: "",
    summary: "",
    pageTitle: "",
    description: "",
    lead: "",
    picture: null,
    pictureAlt: "",
    body: OUTLINES[kind].body,
    town: "",
    houses: "",
    questions: [],
    end: "call-back" as const,
    menu: "footer" as const,
    claim: { ...SAMPLE, state: "hidden" as const },
  };
}
