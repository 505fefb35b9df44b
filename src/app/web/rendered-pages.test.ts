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
