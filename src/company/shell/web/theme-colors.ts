// Only the server imports this file: the style sheets' text must not reach the browser as script.

import { PALETTES, type Palette } from "#company/facts/choices.ts";
import { type ColorTokens, readColors } from "#company/shell/color-tokens.ts";
import styles from "#platform/web/styles/tokens.css?raw";
import palettes from "./styles/palettes.css?raw";

export const COLORS = readColors(styles, palettes);

export function backgroundOf(palette: Palette): { light: string; dark: string } {
  const { light, dark } = COLORS[palette];
  return { light: light.bg ?? "", dark: dark.bg ?? "" };
}

export function inLightTheme(svg: string, palette: Palette): string {
  return svg.replace(/var\(--([\w-]+)\)/g, (whole, name: string) => COLORS[palette].light[name] ?? whole);
}

/** The style sheet is "" for the default palette. Its selectors win over tokens.css in any order. */
export function paletteStyle(palette: Palette): string {
  const shipped = COLORS[PALETTES[0]];
  const { light, dark } = COLORS[palette];
  const rules = [
    ["html:not(.dark)", differences(light, shipped.light)],
    ["html.dark", differences(dark, shipped.dark)],
  ].flatMap(([selector, declarations]) => (declarations ? `${selector}{${declarations}}` : []));
  // On paper the colours are those of tokens.css, which are the same for every palette.
  return rules.length > 0 ? `@media screen{${rules.join("")}}` : "";
}

function differences(tokens: ColorTokens, shipped: ColorTokens): string {
  return Object.entries(tokens)
    .filter(([name, hex]) => hex !== shipped[name])
    .map(([name, hex]) => `--${name}:${hex}`)
    .join(";");
}
