import { get } from "react-hook-form";
import { expect, test } from "vitest";
import { appRoutes } from "#app/web/app-routes.ts";
import { publicRoutes } from "#app/web/routes.ts";
import { fieldsOf } from "#company/facts/form/form.ts";
import { sectionOf } from "#company/facts/form/labels.ts";
import { SECTIONS } from "#company/facts/form/sections.ts";
import { pagePath } from "#company/facts/pages/pages.ts";
import { RESERVED_SLUGS } from "#company/facts/pages/slugs.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { previewPages } from "#site/desk/preview-pages.ts";
import { type DeskInput, deskInputSchema, toFacts, toInput } from "./desk-input.ts";

const FACTS = seedFacts();
const mistakesIn = (input: DeskInput) =>
  deskInputSchema.safeParse(input).error?.issues.map(({ path, message }) => [path.join("."), message]);

test("facts that nobody touched are the same after they were in the form", () => {
  for (const facts of [
    FACTS,
    { ...FACTS, businessHours: {}, socialLinks: [], team: [], testimonials: [], eraseLeadsAfterDays: 730 },
    {
      ...FACTS,
      leads: {
        overdueAfterBusinessMinutes: null,
        escalateAfterBusinessMinutes: null,
        openAgainAfterMinutes: 10,
        sleepAfterDays: null,
      },
      tries: [],
    },
    { ...FACTS, permissionYears: 7, privacyRequestDays: 30 },
  ])
    expect(toFacts(toInput(facts))).toEqual(facts);
});

test("words of agreement that were pasted in lines become one line, and their version is not typed", () => {
  const input = toInput(FACTS);
  const permissionWords = { ...input.permissionWords, booking: "I ask {name}\r\nto call me.\n\nA person calls." };
  expect(toFacts({ ...input, permissionWords })).toMatchObject({
    permissionWords: { ...FACTS.permissionWords, booking: "I ask {name} to call me. A person calls." },
  });
});

test("a mistake stands at the field that made it, and each field belongs to a section and has a control", () => {
  const input = toInput(FACTS);
  const wrong = {
    ...input,
    staffEmails: [{ email: "office@ohara.test" }, { email: "no" }],
    company: { ...input.company, coordinates: { latitude: "north", longitude: "" } },
    permissionWords: { ...input.permissionWords, text: "Ask {phone}", message: " " },
    eraseLeadsAfterDays: "1.5",
    permissionYears: "4",
    privacyRequestDays: "",
  };
  expect(mistakesIn(wrong)).toEqual([
    ["company.coordinates.latitude", "Please enter a number from -90 to 90"],
    ["company.coordinates.longitude", "Please enter a number from -180 to 180"],
    ["staffEmails.1.email", "Please enter a valid email address"],
    ["permissionWords.text", "Only {name} can stand in braces here"],
    ["permissionWords.message", "Please enter what the contact form says"],
    ["eraseLeadsAfterDays", "Please enter 1 to 36,500 days"],
    ["permissionYears", "Please enter 5 to 100 years"],
    ["privacyRequestDays", "Please enter 1 to 90 days"],
  ]);
  for (const [path = ""] of mistakesIn(wrong) ?? []) expect(get(wrong, path), path).toBeDefined();
  const known = SECTIONS.flatMap(({ parts }) => fieldsOf(parts)).map(({ path }) => path.split(".")[0]);
  const lost = Object.keys(FACTS).filter((name) => name !== "claims" && !known.includes(name));
  expect(lost).toEqual([]);
  const bySection = Map.groupBy(Object.keys(FACTS.claims), (name) => sectionOf(`claims.${name}`));
  expect(Object.fromEntries(bySection)).toEqual({
    company: ["phone", "email", "address", "contactPerson", "areaServed", "place"],
    hours: ["hours"],
    figures: ["offerWithin", "closingIn"],
    home: ["hero", "situations", "benefits", "comparison", "steps", "arithmetic", "asked", "ready"],
    texts: ["about", "contact", "callBack", "end", "footer"],
    mails: ["meetings", "messages", "offers"],
    story: ["story", "values"],
    questions: ["questions"],
    legal: ["privacy", "terms", "accessibility", "permissionWords"],
  });
});

test("the preview offers pages that exist", () => {
  const paths = publicRoutes.map(({ path }) => path);
  const known = [...paths, ...FACTS.pages.map(pagePath)];
  expect(previewPages(FACTS).filter(([path]) => !known.includes(path))).toEqual([]);
  expect(previewPages(FACTS).map(([path]) => path)).toContain("/situations/divorce");
});

test("no page of the owner takes the name of a place of the site", () => {
  const taken = [...publicRoutes, ...appRoutes].map(({ path }) => path.split("/")[1] ?? "");
  expect(taken.filter((name) => name !== "" && !RESERVED_SLUGS.has(name))).toEqual([]);
});

test("a page keeps its houses line by line, and a mistake in one stands at their field", () => {
  const input = toInput(FACTS);
  const [first, ...others] = input.pages;
  if (!first) throw new Error("Pages are shipped.");
  const pages = [{ ...first, houses: "A ranch on Elm Street\n\n  A cottage, 2024  ", lead: "One\nline" }, ...others];
  expect((toFacts({ ...input, pages }) as typeof FACTS).pages[0]).toMatchObject({
    houses: ["A ranch on Elm Street", "  A cottage, 2024  "],
    lead: "One line",
  });
  const wrong = { ...input, pages: [{ ...first, houses: "x".repeat(200), slug: "Über.uns" }, ...others] };
  expect(mistakesIn(wrong)).toEqual([
    ["pages.0.slug", "Please use small letters, digits and single hyphens, such as oak-park"],
    ["pages.0.houses", "Please use at most 120 characters"],
  ]);
});
