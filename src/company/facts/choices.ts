export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function capitalized(day: Weekday): string {
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}`;
}

export type OpeningHours = { opens: string; closes: string };
export type BusinessHours = Partial<Record<Weekday, OpeningHours>>;

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export const PALETTES = ["porch", "harbor", "brick", "plum"] as const;
export type Palette = (typeof PALETTES)[number];
