/** The accent colours of the site. Their values are in a style sheet. */
export const PALETTES = ["porch", "harbor", "brick", "plum"] as const;
export type Palette = (typeof PALETTES)[number];
