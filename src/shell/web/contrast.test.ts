import { expect, test } from "vitest";
import type { ColorTokens } from "#shell/color-tokens.ts";
import { THEME_COLORS } from "./theme-colors.ts";

const { light, dark } = THEME_COLORS;

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
  Object.entries({ light, dark }).flatMap(([look, palette]) =>
    PAIRS.map(([front, back, least]) => [look, front, back, least, palette] as const),
  ),
)("in the %s look %s on %s keeps a ratio of %d", (_look, front, back, least, palette) => {
  expect(contrast(color(palette, front), color(palette, back))).toBeGreaterThanOrEqual(least);
});

test("white text is readable on the deep band in both themes", () => {
  expect(contrast("#ffffff", color(light, "brand-deep"))).toBeGreaterThanOrEqual(TEXT);
  expect(contrast("#ffffff", color(dark, "brand-deep"))).toBeGreaterThanOrEqual(TEXT);
});

function color(palette: ColorTokens, name: string): string {
  const hex = palette[name];
  if (!hex) throw new Error(`tokens.css has no --${name}`);
  return hex;
}

/** WCAG 2.2, contrast ratio. */
function contrast(front: string, back: string): number {
  const [lighter = 0, darker = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return (channels[0] ?? 0) * 0.2126 + (channels[1] ?? 0) * 0.7152 + (channels[2] ?? 0) * 0.0722;
}
