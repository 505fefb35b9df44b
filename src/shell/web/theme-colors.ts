// For server rendering only: the style sheet's text must not reach the browser as script.

import styles from "#platform/web/styles/tokens.css?raw";
import { readColorTokens } from "#shell/color-tokens.ts";

export const THEME_COLORS = readColorTokens(styles);

/** The page's background in each theme. */
export const BACKGROUND = { light: THEME_COLORS.light.bg ?? "", dark: THEME_COLORS.dark.bg ?? "" };

/** For drawings outside any style sheet: every token becomes its light colour. */
export function inLightTheme(svg: string): string {
  return svg.replace(/var\(--([\w-]+)\)/g, (whole, name: string) => THEME_COLORS.light[name] ?? whole);
}
