/** The accent colours to choose from; the first is the shipped one. */
export const PALETTES = ["porch", "harbor", "brick", "plum"] as const;
export type Palette = (typeof PALETTES)[number];
