import { expect, test } from "vitest";
import { type Claim, SAMPLE } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { stepsOf } from "./steps.ts";

const CONFIRMED: Claim = { ...SAMPLE, state: "confirmed", confirmedBy: "owner@example.com" };
const HIDDEN: Claim = { ...SAMPLE, state: "hidden" };

const leftIn = (facts: Facts) => Object.fromEntries(stepsOf(facts).map(({ id, left }) => [id, left]));

test("of a new site nothing is done, and each step says what is left", () => {
  expect(leftIn(seedFacts())).toEqual({
    name: "the sample name",
    contact: "phone number, e-mail address, address",
    notifications: "an address of your own",
    place: "contact person, service area, place on the map",
    hours: "hours and time zone",
    figures: "4 sample figures",
    promises: "time to an offer, time to the closing",
    home: "beginning of the home page, situations, benefits, comparison with an agent, how it works, how an offer is worked out, above the questions, end of the home page",
    texts: "about us, contact, call me back, end of your pages, foot of every page",
    mails: "meetings, messages, offers",
    people: "3 sample people",
    letters: "3 sample letters",
    story: "story, values",
    questions: "questions and answers",
    pages: "5 sample pages",
    legal: "privacy policy, terms, words of agreement, accessibility statement",
  });
});

test("what is confirmed, hidden or removed is done, and one sample is still left", () => {
  const facts = seedFacts();
  const [first, ...others] = facts.team;
  const claims = { ...facts.claims, phone: CONFIRMED, story: CONFIRMED, values: HIDDEN, questions: HIDDEN };
  const left = leftIn({
    ...facts,
    claims,
    staffEmails: ["office@ohara.test", "hello@porchlight.example"],
    team: [...(first ? [first] : []), ...others.map((person) => ({ ...person, claim: CONFIRMED }))],
    testimonials: [],
  });
  expect(left).toMatchObject({ notifications: "", people: "1 sample person", letters: "", story: "", questions: "" });
  expect(left.contact).toBe("e-mail address, address");
});

test("a company has a name only when it has typed one", () => {
  const facts = seedFacts();
  expect(leftIn({ ...facts, claims: { ...facts.claims, phone: CONFIRMED } }).name).toBe("the sample name");
  expect(leftIn({ ...facts, company: { ...facts.company, name: "O’Hara Homes" } }).name).toBe("");
});

test("every step is done where everything is confirmed", () => {
  const facts = seedFacts();
  const confirmed = <Item extends { claim: Claim }>(item: Item) => ({ ...item, claim: CONFIRMED });
  const all = Object.fromEntries(Object.keys(facts.claims).map((name) => [name, CONFIRMED]));
  const done = {
    ...facts,
    company: { ...facts.company, name: "O’Hara Homes" },
    staffEmails: ["office@ohara.test"],
    claims: all as Facts["claims"],
    figures: Object.fromEntries(Object.entries(facts.figures).map(([name, one]) => [name, confirmed(one)])),
    team: facts.team.map(confirmed),
    testimonials: facts.testimonials.map(confirmed),
    pages: facts.pages.map(confirmed),
  } as Facts;
  expect(stepsOf(done).filter(({ left }) => left !== "")).toEqual([]);
});
