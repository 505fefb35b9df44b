// Drawn pages only: the style sheet as text never reaches the browser through here.
import { readColorTokens } from "#shell/color-tokens.ts";
import styles from "./styles/tokens.css?raw";

export const THEME_COLORS = readColorTokens(styles);

/** The page's background in each look. */
export const BACKGROUND = { light: THEME_COLORS.light.bg ?? "", dark: THEME_COLORS.dark.bg ?? "" };

/** A drawing for where no style sheet reaches: every token replaced by its light colour. */
export function inLightTheme(svg: string): string {
  return svg.replace(/var\(--([\w-]+)\)/g, (whole, name: string) => THEME_COLORS.light[name] ?? whole);
}
