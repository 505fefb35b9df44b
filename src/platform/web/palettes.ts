// Drawn pages only: the style sheet as text never reaches the browser through here.
import { palettesOf } from "#platform/palette.ts";
import styles from "./styles.css?raw";

export const PALETTES = palettesOf(styles);

/** The page's background in each look. */
export const BACKGROUND = { light: PALETTES.light.bg ?? "", dark: PALETTES.dark.bg ?? "" };
