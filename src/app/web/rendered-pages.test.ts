import { expect, test } from "vitest";
import { previewOf, renderRoute } from "#app/rendering/render.tsx";
import { SAMPLE } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { townPage } from "#test/pages/own-pages.ts";

const HIDDEN = { ...SAMPLE, state: "hidden" } as const;
const MARKUP = `</title></script><script>alert("1")</script><img src=x onerror='alert(1)'>`;

async function htmlOf(path: string, facts: Facts): Promise<string> {
  const route = previewOf(path, facts);
  if (!route) throw new Error(`There is no ${path}.`);
  const assets = { scripts: [], preloads: [], styles: [], fonts: [] };
  return renderRoute(route, { assets, version: { number: 1, facts } });
}

function dataOf(html: string): string {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, data]) => data).join();
}

function withHero(hero: Partial<Facts["words"]["hero"]>): Facts {
  const facts = seedFacts();
  return {
    ...facts,
    claims: { ...facts.claims, closingIn: HIDDEN },
    words: { ...facts.words, hero: { ...facts.words.hero, ...hero } },
  };
}

test.each(["constructor", "__proto__", "toString"])("a page may have the id %s", async (id) => {
  const facts = { ...seedFacts(), pages: [townPage("Oak Park", { id })] };
  expect(await htmlOf("/towns/oak-park", facts)).toContain("Selling a house in Oak Park</h1>");
});

test("markup in the company's name and in the texts of a page is shown as it was typed", async () => {
  const seed = seedFacts();
  const page = townPage("Oak Park", {
    ...{ title: MARKUP, pageTitle: MARKUP, description: MARKUP, lead: MARKUP, town: MARKUP, houses: [MARKUP] },
    ...{ body: `## ${MARKUP}\n\n{name} [${MARKUP}](/${MARKUP})`, questions: [{ question: MARKUP, answer: "{name}" }] },
    ...{ picture: { id: "a".repeat(43), width: 10, height: 10 }, pictureAlt: MARKUP },
  });
  const hero = { ...seed.words.hero, title: "{name}", searchTitle: "{name}", searchText: "{name}", lead: "{name}" };
  const facts = {
    ...seed,
    company: { ...seed.company, name: MARKUP, contactPerson: MARKUP },
    words: { ...seed.words, hero },
    pages: [page],
  };
  for (const path of ["/towns/oak-park", "/"]) {
    const html = await htmlOf(path, facts);
    expect(html).toContain("&lt;img src=x");
    expect(html).not.toMatch(/<img src=x|<script>alert/);
  }
});

test("search engines are not told of an area served that is hidden or a sample", async () => {
  const seed = seedFacts();
  const path = `/situations/${seed.pages[0]?.slug}`;
  for (const areaServed of [HIDDEN, SAMPLE]) {
    const html = await htmlOf(path, { ...seed, claims: { ...seed.claims, areaServed } });
    expect(dataOf(html)).not.toContain('"areaServed":');
  }
  const told = { ...seed, claims: { ...seed.claims, areaServed: { ...SAMPLE, state: "unconfirmed" as const } } };
  expect(dataOf(await htmlOf(path, told))).toContain(`"areaServed":"${seed.company.areaServed}"`);
});

test("a title or a text for search of which nothing is left to say is the one of the shipped words", async () => {
  const { title, searchTitle } = seedFacts().words.hero;
  const unsaid = "{closingIn}";
  const html = await htmlOf("/", withHero({ title: unsaid, searchTitle: unsaid, searchText: unsaid }));
  for (const sentence of title.split(/(?<=\.) /)) expect(html).toContain(`${sentence}`);
  expect(html).toContain(`<title>${searchTitle} | `);
  expect(html).toMatch(/<meta name="description" content="No repairs, no commissions, [^"]{20,}"/);
});

const CONFIRMED = { ...SAMPLE, state: "confirmed", confirmedBy: "owner@example.com" } as const;
const PORTRAIT = { id: "a".repeat(32), width: 600, height: 800 };

function withPeople(...people: Partial<Facts["team"][number]>[]): Facts {
  const seed = seedFacts();
  const one = { name: "Zoë Ångström", role: "Founder", bio: "", portrait: PORTRAIT, claim: CONFIRMED };
  const company = { ...seed.company, contactPerson: "Zoë" };
  return { ...seed, company, team: people.map((person) => ({ ...one, ...person })) };
}

test("the contact person's portrait stands at the closing words of home once both names and the owner say so", async () => {
  const ready = async (facts: Facts) => (await htmlOf("/", facts)).split('aria-labelledby="ready"')[1] ?? "";
  expect(await ready(withPeople({}))).toContain('alt="Portrait of Zoë Ångström"');
  expect(await ready(withPeople({ name: "ZOË" }))).toContain('alt="Portrait of ZOË"');
  for (const people of [
    [{ claim: SAMPLE }],
    [{ claim: HIDDEN }],
    [{ portrait: null }],
    [{ name: "Zoëline Ångström" }],
    // Which of the two answers the phone?
    [{}, { name: "Zoë Quist" }],
  ])
    expect(await ready(withPeople(...people))).not.toContain("Portrait of");
});

test("home has one face and one letter, of those whom the owner has confirmed", async () => {
  const facts = withPeople({ name: "Marcus Okafor", claim: SAMPLE }, { name: "Li Wei" }, { name: "Ana Núñez" });
  const [first, second] = facts.testimonials;
  if (!first || !second) throw new Error("There are no letters.");
  expect(await htmlOf("/", facts)).not.toContain(first.quote);
  const html = await htmlOf("/", { ...facts, testimonials: [first, { ...second, claim: CONFIRMED }] });
  expect(html.match(/Portrait of [^"]*/g)).toEqual(["Portrait of Li Wei"]);
  expect(html.match(/<blockquote/g)).toHaveLength(1);
  expect(html).toContain(`<figcaption class="mt-5">${second.name}, `);
  const before = await htmlOf("/", seedFacts());
  expect(before).not.toMatch(/<blockquote|Portrait of/);
});

test("a logo for dark pages takes the place of the plate", async () => {
  const logo = { ...PORTRAIT, id: "b".repeat(32) };
  const logoDark = { ...PORTRAIT, id: "c".repeat(32) };
  const alone = await htmlOf("/terms", { ...seedFacts(), logo });
  expect(alone.match(/<img[^>]*bg-plate/g)).toHaveLength(2);
  const both = await htmlOf("/terms", { ...seedFacts(), logo, logoDark });
  expect(both).not.toContain("bg-plate");
  expect(both.match(new RegExp(`<img[^>]*src="/pictures/${logoDark.id}`, "g"))).toHaveLength(2);
  for (const html of [alone, both]) expect(html.split("<main")[0]).toContain(">Porchlight</span>");
});

test("icons of networks without an address can be hidden, the others stay", async () => {
  const url = "https://example.com/ohara";
  const socialLinks: Facts["socialLinks"] = [
    { name: "Facebook", url: "" },
    { name: "LinkedIn", url },
  ];
  expect(await htmlOf("/terms", { ...seedFacts(), socialLinks })).toContain("Facebook, not set up yet");
  const html = await htmlOf("/terms", { ...seedFacts(), socialLinks, hideEmptySocialLinks: true });
  expect(html).not.toContain("not set up yet");
  expect(html).toContain(`href="${url}"`);
});

test.each([
  ["214 Maple Street, Suite 3", "MAPLE STREET", "Lot 214"],
  ["100-12 Queens Blvd #4B", "QUEENS BLVD", "Lot 100-12"],
  ["45B Floor Avenue Ste. 200", "FLOOR AVENUE", "Lot 45B"],
  ["500 Unit Street", "UNIT STREET", "Lot 500"],
  ["Main Street", "MAIN STREET", "On the map"],
])("the map of %s names the street alone", async (street, drawn, lot) => {
  const seed = seedFacts();
  const company = { ...seed.company, address: { ...seed.company.address, street } };
  const html = await htmlOf("/contact", { ...seed, company });
  expect(/<text[^>]*font-size="18"[^>]*>([^<]*)</.exec(html)?.[1]).toBe(drawn);
  expect(html).toContain(lot);
});
