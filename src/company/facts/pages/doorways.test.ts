import fc from "fast-check";
import { expect, test } from "vitest";
import { type Claim, SAMPLE } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { faultsIn } from "./doorways.ts";
import type { Page } from "./pages.ts";

const FACTS = seedFacts();
const STATES = ["Illinois", "Ohio"];
const CONFIRMED: Claim = { ...SAMPLE, state: "confirmed", confirmedBy: "owner@example.com" };
const [SHIPPED] = FACTS.pages;
if (!SHIPPED) throw new Error("Pages are shipped.");

/** Sentences of a town that no other text has. */
const sentences = (seed: string, count = 30) =>
  Array.from({ length: count }, (_, at) => `The ${seed}${at} roof of ${seed}wall${at} leans over ${seed}road${at}.`);

function town(name: string, body: string, more: Partial<Page> = {}): Page {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  const texts = { title: name, summary: name, pageTitle: name, description: name, lead: name };
  const houses = [`A brick ranch near the mill of ${slug.replaceAll("-", "")}`];
  return {
    ...(SHIPPED as Page),
    kind: "town",
    id: slug,
    slug,
    ...texts,
    body,
    town: name,
    houses,
    claim: CONFIRMED,
    ...more,
  };
}

const faultsOf = (...pages: Page[]) =>
  faultsIn({ ...FACTS, pages: [...FACTS.pages, ...pages] }, STATES).map(({ index, ...fault }) => ({
    page: [...FACTS.pages, ...pages][index]?.title,
    ...fault,
  }));
const pagesAtFault = (...pages: Page[]) => [...new Set(faultsOf(...pages).map(({ page }) => page))];

test("the pages that the site is delivered with pass, and so do towns with texts of their own", () => {
  expect(faultsIn(FACTS, STATES)).toEqual([]);
  const [oak, river] = [sentences("oak").join(" "), sentences("river").join(" ")];
  expect(faultsOf(town("Oak Park", oak), town("River Forest", river))).toEqual([]);
});

test("a text under 150 words is no page of its own, whatever it repeats", () => {
  const body = sentences("oak", 12).join(" ");
  expect(faultsOf(town("Oak Park", body))[0]?.message).toMatch(/^“Oak Park” has \d+ words, .* needs 150/);
  expect(faultsOf(town("Oak Park", `${"Oak Park, Illinois. ".repeat(100)}${body}`))).toHaveLength(1);
  expect(faultsOf(town("Oak Park", body, { claim: { ...CONFIRMED, state: "hidden" } }))).toEqual([]);
});

test("three tenths may stand elsewhere and no more, and the sentences that do are named with their page", () => {
  const shared = sentences("same", 30);
  const other = town("River Forest", shared.join(" "));
  const mixed = (count: number) => [...sentences("oak", 100 - count), ...shared.slice(0, count)].join(" ");
  expect(pagesAtFault(town("Oak Park", mixed(29)), other)).toEqual(["River Forest"]);
  const [fault] = faultsOf(town("Oak Park", [...sentences("oak", 40), ...shared].join("\n\n")), other);
  expect(fault?.sentences).toHaveLength(30);
  expect(fault?.sentences[0]).toEqual({ text: shared[0], on: "River Forest" });
  expect(fault?.message).toContain(`“${shared[0]}” (River Forest)`);
  expect(fault?.message).toContain("and 25 more");
});

test("a page may not repeat the story, the questions or the card of another page either", () => {
  const { story, questions } = FACTS;
  const answers = questions.map(({ question, answer }) => `${question} ${answer}`).join(" ");
  expect(faultsOf(town("Oak Park", story))[0]?.sentences[0]?.on).toBe("About Us");
  expect(faultsOf(town("Oak Park", answers))[0]?.sentences[0]?.on).toBe("Home");
  const lead = sentences("river").join(" ");
  expect(pagesAtFault(town("Oak Park", lead), town("River Forest", sentences("own").join(" "), { lead }))).toEqual([
    "Oak Park",
  ]);
});

const DISGUISES: Record<string, (sentence: string) => string> = {
  "other case": (text) => text.toUpperCase(),
  accents: (text) => text.replaceAll("o", "ó"),
  "other punctuation": (text) => text.replace(".", " – !"),
  "marks in words": (text) => text.replaceAll("oo", "o**o**"),
  "hidden characters": (text) => text.replaceAll("r", "r\u200b"),
  "links and headings": (text) => `## [${text}](/a-b-c-d-e-f)`,
  "lists and lines": (text) => `- ${text.replaceAll(" ", "\n  ")}`,
  "another town": (text) => text.replaceAll("Oak Park", "River Forest"),
  "other places": (text) => text.replace("roof", "Springfield roof, Ohio").replace("road", "{areaServed} road"),
};

test("reordering sentences, changing the town, and disguising words do not make a page another one", () => {
  const original = sentences("plain").map((text) => text.replace("leans", "in Oak Park leans"));
  const disguises = fc.constantFrom(...Object.keys(DISGUISES));
  fc.assert(
    fc.property(fc.shuffledSubarray(original, { minLength: 30 }), fc.array(disguises), (shuffled, chosen) => {
      const disguised = chosen.reduce((texts, name) => texts.map((text) => DISGUISES[name]?.(text) ?? text), shuffled);
      const copy = town("River Forest", disguised.join("\n\n"));
      expect(pagesAtFault(town("Oak Park", original.join(" ")), copy)).toEqual(["Oak Park", "River Forest"]);
    }),
    // Names of places in capitals stand for nothing, and were words of the page.
    { numRuns: 60, examples: [[original, [...Array(4).fill("other places"), "other case"]]] },
  );
});

test("a town page names something confirmed that is its own", () => {
  const body = sentences("oak").join(" ");
  const bare = town("Oak Park", body, { houses: [] });
  const question = { question: "Do you buy in Oak Park?", answer: "On Elm Street, twice." };
  const [letter, person] = [FACTS.testimonials[0], FACTS.team[0]];
  if (!letter || !person) throw new Error("Letters and people are shipped.");
  const withFacts = (page: Page, facts: Partial<Facts>) =>
    faultsIn({ ...FACTS, ...facts, pages: [page] }, STATES).map(({ message }) => message);

  expect(withFacts(bare, {})[0]).toMatch(/^“Oak Park” names nothing of its own from Oak Park that is confirmed/);
  expect(withFacts({ ...bare, houses: ["A ranch on Elm Street"] }, {})).toEqual([]);
  expect(withFacts({ ...bare, houses: ["A ranch on Elm Street"], claim: SAMPLE }, {})).toHaveLength(1);
  expect(withFacts({ ...bare, houses: ["Oak Park, Illinois"] }, {})).toHaveLength(1);
  expect(withFacts({ ...bare, questions: [question] }, {})).toEqual([]);
  expect(withFacts({ ...bare, questions: [{ ...question, question: "Do you buy here?" }] }, {})).toHaveLength(1);
  const fromThere = { ...letter, town: "Oak Park, IL" };
  expect(withFacts(bare, { testimonials: [{ ...fromThere, claim: CONFIRMED }] })).toEqual([]);
  expect(withFacts(bare, { testimonials: [fromThere] })).toHaveLength(1);
  const neighbor = { ...person, bio: "Grew up in Oak Park." };
  expect(withFacts(bare, { team: [{ ...neighbor, claim: CONFIRMED }] })).toEqual([]);
  expect(withFacts(bare, { team: [neighbor] })).toHaveLength(1);
});

test("an entry that two towns share but for their names is nobody's own", () => {
  const ask = (name: string) => [{ question: `Do you buy in ${name}?`, answer: "Yes, any house." }];
  const pages = ["Oak Park", "River Forest"].map((name, at) =>
    town(name, sentences(`own${at}x`).join(" "), { houses: [`A ranch in ${name}`], questions: ask(name) }),
  );
  expect(pagesAtFault(...pages)).toEqual(["Oak Park", "River Forest"]);
});
