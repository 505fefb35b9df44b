import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { PALETTES, type Palette } from "#company/facts/choices.ts";
import { adoptFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { contentSecurityPolicy } from "#platform/server/http/page-headers.ts";
import { Document } from "./document.tsx";
import { COLORS, paletteStyle } from "./theme-colors.ts";

test("a page in the shipped colors carries no style sheet for them", () => {
  expect(documentWith(PALETTES[0])).not.toContain("<style>");
});

test.each(PALETTES.slice(1))("a page in %s carries those colors alone, allowed by its policy", (palette) => {
  const html = documentWith(palette);
  expect(html.split(`<style>${paletteStyle(palette)}</style>`)).toHaveLength(2);
  expect(contentSecurityPolicy(html)).toMatch(/style-src 'self' 'sha256-[^ ;]+';/);
});

test("the bar of the browser has the background of the page in both themes", () => {
  for (const palette of PALETTES) {
    const { light, dark } = COLORS[palette];
    const html = documentWith(palette);
    expect(html).toContain(`<meta name="theme-color" content="${light.bg}"/>`);
    expect(html).toContain(`content=d?"${dark.bg}":"${light.bg}"`);
  }
});

function documentWith(accent: Palette): string {
  onTestFinished(() => adoptFacts(seedFacts()));
  adoptFacts(Object.assign(seedFacts(), { accent }));
  const assets = { scripts: [], preloads: [], styles: [], fonts: [] };
  const page = {
    meta: { title: "Page" },
    canonicalPath: "/page",
    indexed: false,
    assets,
    version: 1,
    facts: {},
    children: null,
  };
  return renderToStaticMarkup(createElement(Document, page));
}
