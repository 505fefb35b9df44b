// Drawn pages only: the style sheet as text never reaches the browser through here.
import { palettesOf } from "#shell/palette.ts";
import styles from "./styles.css?raw";

export const PALETTES = palettesOf(styles);

/** The page's background in each look. */
export const BACKGROUND = { light: PALETTES.light.bg ?? "", dark: PALETTES.dark.bg ?? "" };

/** A drawing for where no style sheet reaches: every token replaced by its light colour. */
export function inLightLook(svg: string): string {
  return svg.replace(/var\(--([\w-]+)\)/g, (whole, name: string) => PALETTES.light[name] ?? whole);
}
