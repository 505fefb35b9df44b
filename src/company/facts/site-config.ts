export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** 24-hour "HH:MM". */
export type OpeningHours = { opens: string; closes: string };
export type BusinessHours = Partial<Record<Weekday, OpeningHours>>;

/** A yyyy-MM-dd day without meetings, and the reason that visitors see. */
export type ClosedDate = { date: string; reason: string };

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export type TeamMember = { name: string; role: string; bio: string; confirmed: boolean };
export type Testimonial = {
  quote: string;
  name: string;
  town: string;
  year: number;
  rating: 1 | 2 | 3 | 4 | 5;
  confirmed: boolean;
};
