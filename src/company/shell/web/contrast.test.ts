import { expect, test } from "vitest";
import { PALETTES } from "#company/facts/choices.ts";
import type { ColorTokens } from "#company/shell/color-tokens.ts";
import { backgroundOf, COLORS, inLightTheme, paletteStyle } from "./theme-colors.ts";

const LOOKS = PALETTES.flatMap((palette) =>
  (["light", "dark"] as const).map((theme) => ({ look: `${palette}, ${theme}`, tokens: COLORS[palette][theme] })),
);
const TEXT = 4.5;
const SHAPE = 3;
const ON_TINTS = ["ok", "warn", "danger", "info"].map((tone) => [tone, `${tone}-bg`, TEXT] as const);
const PAIRS = [
  ["ink", "bg", TEXT],
  ["ink", "surface", TEXT],
  ["ink", "band", TEXT],
  ["muted", "bg", TEXT],
  ["muted", "surface", TEXT],
  ["muted", "band", TEXT],
  ["brand", "bg", TEXT],
  ["brand", "surface", TEXT],
  ["brand", "band", TEXT],
  ["on-brand", "brand", TEXT],
  ["on-lamp", "lamp", TEXT],
  ["on-lamp", "lamp-hover", TEXT],
  ["lamp", "brand-deep", TEXT],
  ["danger", "bg", TEXT],
  ["danger", "surface", TEXT],
  ["on-danger", "danger", TEXT],
  ["ink", "danger-bg", TEXT],
  ["ink", "info-bg", TEXT],
  ["ink", "warn-bg", TEXT],
  ["ink", "ok-bg", TEXT],
  ["control", "bg", SHAPE],
  ["control", "surface", SHAPE],
  ["control", "band", SHAPE],
  ["focus", "bg", SHAPE],
  ["focus", "surface", SHAPE],
  ["focus", "band", SHAPE],
  ...ON_TINTS,
] as const;

test.each(
  LOOKS.flatMap(({ look, tokens }) => PAIRS.map(([front, back, least]) => [look, front, back, least, tokens] as const)),
)("in the look %s %s on %s keeps a ratio of %d", (_look, front, back, least, tokens) => {
  expect(contrast(color(tokens, front), color(tokens, back))).toBeGreaterThanOrEqual(least);
});

test.each(LOOKS)("white text is readable on the deep band in $look", ({ tokens }) => {
  expect(contrast("#ffffff", color(tokens, "brand-deep"))).toBeGreaterThanOrEqual(TEXT);
});

test.each(LOOKS)("nobody takes the brand for danger, the lamp or a hint in $look", ({ tokens }) => {
  for (const other of ["danger", "lamp", "info"])
    expect(difference(color(tokens, "brand"), color(tokens, other)), other).toBeGreaterThanOrEqual(0.075);
});

test("every palette has the lamp of the house, and its own brand in both themes", () => {
  for (const theme of ["light", "dark"] as const) {
    expect(new Set(PALETTES.map((palette) => color(COLORS[palette][theme], "lamp"))).size).toBe(1);
    expect(new Set(PALETTES.map((palette) => color(COLORS[palette][theme], "brand"))).size).toBe(PALETTES.length);
  }
});

test("a page carries nothing for the shipped palette, and for another one what differs, on screen only", () => {
  const [shipped, ...others] = PALETTES;
  expect(paletteStyle(shipped)).toBe("");
  for (const palette of others) {
    const { brand } = COLORS[palette].light;
    expect(paletteStyle(palette)).toMatch(
      new RegExp(
        `^@media screen{html:not\\(\\.dark\\){.*--brand:${brand}.*}html\\.dark{--bg:${backgroundOf(palette).dark}.*}}$`,
      ),
    );
    expect(paletteStyle(palette)).not.toContain("--lamp");
    expect(paletteStyle(palette).length).toBeLessThan(1_000);
    expect(inLightTheme('<path fill="var(--brand)"/>', palette)).toBe(`<path fill="${brand}"/>`);
  }
});

function color(palette: ColorTokens, name: string): string {
  const hex = palette[name];
  if (!hex) throw new Error(`tokens.css has no --${name}`);
  return hex;
}

/** WCAG 2.2 defines the contrast ratio. */
function contrast(front: string, back: string): number {
  const [lighter = 0, darker = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

/** Equal distances in Oklab look equal: https://bottosson.github.io/posts/oklab/ */
function difference(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab(hex: string): [number, number, number] {
  const [red, green, blue] = linear(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linear(hex: string): [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}
