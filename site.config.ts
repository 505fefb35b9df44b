// The facts of a new database. After the first start they are edited in the browser, under Admin, Site, and a change of this file
// has no effect: the start and the dashboard say so.

import type { BusinessHours, ClosedDate, TeamMember, Testimonial, Theme } from "#company/facts/site-config.ts";

export const company = {
  name: "Porchlight Home Buyers",
  shortName: "Porchlight",
  phone: "(555) 010-0199",
  email: "hello@porchlight.example",
  address: { street: "214 Maple Street", city: "Springfield", state: "IL", zipCode: "62701" },
  coordinates: { latitude: 39.80172, longitude: -89.64371 },
  /** Shown as "areaServed" to search engines and in the text of the pages. */
  areaServed: "Springfield and Sangamon County, Illinois",
  /** The person who answers the phone: "You will speak with …". */
  contactPerson: "Dana",
};

/** An IANA time zone. Every meeting time on the site is in this zone, whatever zone the visitor is in. */
export const timeZone = "America/Chicago";

/** When the phone is answered, per weekday, 24-hour "HH:MM". A missing day is closed. The footer shows these hours. */
export const businessHours: BusinessHours = {
  monday: { opens: "09:00", closes: "18:00" },
  tuesday: { opens: "09:00", closes: "18:00" },
  wednesday: { opens: "09:00", closes: "18:00" },
  thursday: { opens: "09:00", closes: "18:00" },
  friday: { opens: "09:00", closes: "18:00" },
  saturday: { opens: "10:00", closes: "16:00" },
};

/**
 * The availability of a new database. After the first start, change it under Admin, Bookings, Availability; only
 * changeCutOffHours and openBookingsPerPerson are still read from here. The initial hours are the businessHours above.
 */
export const bookingRules = {
  slotMinutes: 30,
  /** Meetings at the same time. */
  capacityPerSlot: 1,
  /** The shortest time between booking and meeting. */
  minimumNoticeMinutes: 120,
  /** A visitor may move or cancel a meeting with the link in our e-mails until this long before it begins. */
  changeCutOffHours: 4,
  /** The calendar is open for this many days from today. */
  horizonDays: 90,
  /** Kept free before and after a meeting in person. */
  bufferMinutes: 0,
  /** Future meetings per e-mail address or phone number. */
  openBookingsPerPerson: 3,
  /** Days without meetings: { date: "2026-12-25", reason: "Christmas Day" }. Visitors see the reason. */
  closedDates: [] as ClosedDate[],
};

/** How quickly staff should contact a visitor who books or writes. */
export const leads = {
  /**
   * After this many minutes of business hours without a first contact, staff get one reminder by e-mail, and the lists
   * show the lead as overdue. null turns this off. A change applies to later bookings and messages.
   */
  overdueAfterBusinessMinutes: 120 as number | null,
};

/** "Download Calendar Invite" on the confirmation page and the invite in the confirmation e-mail. */
export const calendarInvites = true;

/** The theme for first-time visitors: "system" follows their device. */
export const defaultTheme: Theme = "system";

/**
 * Marketing figures. SAMPLE until the owner has checked each one and set confirmed: true and a source (where the figure
 * comes from). The site lists unconfirmed figures at start.
 */
export const figures = {
  homesPurchased: { value: "500+", label: "homes purchased", confirmed: false, source: "" },
  cashOffers: { value: "$50M+", label: "in cash offers", confirmed: false, source: "" },
  averageClosing: { value: "14 days", label: "average closing", confirmed: false, source: "" },
  offerWithin: { value: "24 hours", label: "to a no-obligation offer", confirmed: false, source: "" },
};

/** SAMPLE people who do not exist. Replace them with your own team and set confirmed: true. */
export const team: TeamMember[] = [
  {
    name: "Dana Whitfield",
    role: "Founder",
    bio: "Answers the phone. Grew up two streets from our office and has walked through more basements than she can count.",
    confirmed: false,
  },
  {
    name: "Marcus Okafor",
    role: "Offers and repairs",
    bio: "Fifteen years as a general contractor. Works out what a house needs, line by line, and shows you the list.",
    confirmed: false,
  },
  {
    name: "Elena Ruiz",
    role: "Closings",
    bio: "Takes care of title, liens and the paperwork nobody enjoys, and keeps the date you picked.",
    confirmed: false,
  },
];

/**
 * SAMPLE letters: nobody wrote them. US law (16 CFR 465) bans testimonials by people who do not exist:
 * replace them with real ones, with the writer's consent, and set confirmed: true, or empty the list.
 */
export const testimonials: Testimonial[] = [
  {
    quote: "They told me to call my lender first. I did, and then I called them back. Nobody else had said that.",
    name: "R. M.",
    town: "Springfield",
    year: 2025,
    rating: 5,
    confirmed: false,
  },
  {
    quote:
      "My mother's house was full to the attic. We took the photographs and left the rest, exactly as they promised.",
    name: "T. and J. L.",
    town: "Chatham",
    year: 2024,
    rating: 5,
    confirmed: false,
  },
  {
    quote: "The offer came with the arithmetic on one page. I could see every number, so I could say yes.",
    name: "K. D.",
    town: "Rochester",
    year: 2025,
    rating: 5,
    confirmed: false,
  },
];

/** An empty url shows the icon without a link. */
export const socialLinks = [
  { name: "Facebook", url: "" },
  { name: "Instagram", url: "" },
  { name: "LinkedIn", url: "" },
] as const;

/**
 * After this many days, past bookings and messages are erased for good. null keeps them until an admin deletes them.
 * To erase one person at once: npm run person -- erase EMAIL.
 */
export const eraseLeadsAfterDays: number | null = null;
