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

/** The pages that an owner makes. */
export const PAGE_KINDS = { town: "Town", situation: "Situation", article: "Article" } as const;
export type PageKind = keyof typeof PAGE_KINDS;

export const PAGE_ENDS = { "call-back": "The form that asks for a call", booking: "A link to book a meeting" } as const;

export const PAGE_MENUS = { none: "In no menu", footer: "In the footer", bar: "In the menu at the top" } as const;
