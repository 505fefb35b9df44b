import { expect, test } from "vitest";
import { describeChanges } from "#company/facts/changes.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { labelOf } from "./labels.ts";

const FACTS = seedFacts();
const [page] = FACTS.pages;

test("changes and mistakes are told in the words of the desk", () => {
  const labels = [
    "company.name",
    "company.address.zipCode",
    "businessHours.monday.closes",
    "figures.homesPurchased.label",
    "promises.offerFrom",
    "words.benefits.items.Fast Closings.text",
    "team.Dana Whitfield.portrait",
    "testimonials.2.permission.givenOn",
    `pages.${page?.id}.slug`,
    "leads.sleepAfterDays",
    "claims.offerWithin",
    "team.",
  ].map((path) => labelOf(path.split("."), FACTS));
  expect(labels).toEqual([
    "Name",
    "Address, ZIP code",
    "Hours, monday, closes",
    "Figures, First figure, Caption",
    "Promises, Counted from",
    "Words: Benefits, Fast Closings, Text",
    "Team, Dana Whitfield, portrait",
    "Letters, 2, Permission given on",
    `Pages, ${page?.title}, Address`,
    "Inquiry rules, Leads fall asleep after",
    "Confirmations, time to an offer",
    "Team, order",
  ]);
});

test("every fact has a name in the history", () => {
  const named = Object.keys(FACTS).map((name) => labelOf([name], FACTS));
  expect(named.filter((label) => !/^[A-Z][A-Za-z-]*( [a-z]+)*$/.test(label))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test("many changes of one fact are counted", () => {
  const company = Object.fromEntries(Object.keys(FACTS.company).map((name) => [name, "x"]));
  const [first, ...others] = FACTS.team;
  const team = [...others, ...(first ? [first] : [])];
  const words = Object.fromEntries(
    Object.entries(FACTS.words).map(([name, texts]) => [name, { ...texts, title: "x" }]),
  );
  expect(describeChanges(FACTS, { ...FACTS, company, team, words, accent: "plum" } as unknown as typeof FACTS)).toBe(
    "Company (8), Color, Words (16), Team: another order",
  );
});
