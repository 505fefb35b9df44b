export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function capitalized(day: Weekday): string {
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}`;
}

export type OpeningHours = { opens: string; closes: string };
export type BusinessHours = Partial<Record<Weekday, OpeningHours>>;

export const MEETING_TYPE_NAMES = ["in-person-property", "in-person-office", "virtual", "phone"] as const;

/** Where the link of a video call comes from: typed for each, of the person who holds it, or one for all. */
export const VIDEO_LINKS = ["booking", "person", "company"] as const;

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export const PALETTES = ["porch", "harbor", "brick", "plum"] as const;
export type Palette = (typeof PALETTES)[number];
