import * as z from "zod/mini";
import { isDay, isTime, wallClock } from "#platform/dates.ts";
import type { Checked } from "#platform/merging/keep-valid.ts";
import { formatPhone, phoneDigits } from "#platform/phone.ts";
import { emailSchema, freeTextSchema, httpsLinkSchema, lineSchema } from "#platform/text.ts";
import { MEETING_TYPE_NAMES, PALETTES, THEMES, VIDEO_LINKS } from "./choices.ts";
import { isConfirmedByPerson } from "./claims.ts";
import { FACT_LIMITS } from "./limits.ts";
import { pageId, pages, question } from "./pages/pages-schema.ts";
import { MAX_SLUG_LENGTH } from "./pages/slugs.ts";
import { claims, figure, letter, person } from "./parts/claimed.ts";
import { day, flag, line, picture, whole } from "./parts/fields.ts";
import { isTimeZone } from "./time-zone.ts";
import { withPlaceholders } from "./words/with-placeholders.ts";
import { wordsSchema } from "./words.ts";

const time = z
  .string("Please enter a time")
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 09:00"));

const hours = z.optional(
  z
    .object({ opens: time, closes: time })
    .check(
      z.refine(({ opens, closes }) => opens < closes, { error: "Closing must be after opening", path: ["closes"] }),
    ),
);

const phone = line("Please enter a phone number").check(
  z.refine((text) => phoneDigits(text).length >= 7, "Please enter a valid phone number"),
  z.overwrite(formatPhone),
);

const degrees = (most: number) => {
  const message = `Please enter a number from -${most} to ${most}`;
  return z.number(message).check(z.gte(-most, message), z.lte(most, message));
};

const companySchema = z.object({
  name: lineSchema(FACT_LIMITS.name, "Please enter the company's name"),
  shortName: lineSchema(FACT_LIMITS.name, "Please enter a short name"),
  phone,
  email: emailSchema("Please enter an e-mail address"),
  address: z.object({
    street: line("Please enter a street"),
    city: line("Please enter a city"),
    state: z.string("Please choose a state").check(z.regex(/^[A-Z]{2}$/, "Please choose a state")),
    zipCode: z.string("Please enter a ZIP code").check(z.regex(/^\d{5}(-\d{4})?$/, "Please enter a valid ZIP code")),
  }),
  coordinates: z.object({ latitude: degrees(90), longitude: degrees(180) }),
  areaServed: line("Please enter the area that you serve"),
  contactPerson: line("Please enter who answers the phone"),
});

/** {name} stands for the company's name: the text is stored with the name that the visitor has read. */
const agreement = (required: string) =>
  lineSchema(FACT_LIMITS.agreement, required).check(
    z.refine((typed) => !/[{}]/.test(typed.replaceAll("{name}", "")), "Only {name} can stand in braces here"),
  );

const closedDate = z.object({
  date: z.string("Please choose a day").check(z.refine(isDay, "Please choose a day")),
  reason: line("Please give a reason: visitors read it"),
});

const TIME = "Please choose a time";

const meetingsSchema = z
  .object({
    offered: z.object(
      Object.fromEntries(MEETING_TYPE_NAMES.map((name) => [name, flag])) as Record<
        (typeof MEETING_TYPE_NAMES)[number],
        typeof flag
      >,
    ),
    videoLink: z.enum(VIDEO_LINKS, "Please choose"),
    /** No page that anyone can open has it. */
    companyLink: httpsLinkSchema,
  })
  .check(
    z.refine(({ offered }) => Object.values(offered).some(Boolean), {
      error: "Please offer at least one type of meeting",
      path: ["offered", MEETING_TYPE_NAMES[0]],
    }),
    z.refine(({ videoLink, companyLink }) => videoLink !== "company" || companyLink !== "", {
      error: "Please enter the link",
      path: ["companyLink"],
    }),
  );

export const LAST_STAFF_EMAIL = "Please keep at least one address that hears of new bookings and messages";

export const staffEmailsSchema = z
  .array(emailSchema("Please enter an e-mail address"))
  .check(z.maxLength(FACT_LIMITS.staffEmails, "Too many addresses"));

export const factsSchema = z.object({
  company: companySchema,
  claims,
  staffEmails: staffEmailsSchema.check(z.minLength(1, LAST_STAFF_EMAIL)),
  accent: z.enum(PALETTES, "Please choose a color"),
  logo: picture,
  /** Without it the logo stands on a light plate where the page is dark. */
  logoDark: picture,
  /** An empty text shows no announcement, an empty day means no end. */
  announcement: z.object({
    text: withPlaceholders(lineSchema(FACT_LIMITS.announcement)),
    until: day("Please choose a day"),
  }),
  timeZone: z.string("Please choose a time zone").check(z.refine(isTimeZone, "Please choose a time zone")),
  businessHours: z.object({
    monday: hours,
    tuesday: hours,
    wednesday: hours,
    thursday: hours,
    friday: hours,
    saturday: hours,
    sunday: hours,
  }),
  /** These rules seed a new database. Later only the cut-off and the limit per person are read. */
  bookingRules: z.object({
    slotMinutes: whole(5, 480, "minutes"),
    capacityPerSlot: whole(1, 20, "meetings"),
    minimumNoticeMinutes: whole(0, 43_200, "minutes"),
    changeCutOffHours: whole(0, 720, "hours"),
    horizonDays: whole(1, 7_300, "days"),
    bufferMinutes: whole(0, 240, "minutes"),
    openBookingsPerPerson: whole(1, 100, "meetings"),
    closedDates: z.array(closedDate).check(z.maxLength(FACT_LIMITS.closedDates, "Too many closed dates")),
  }),
  leads: z.object({
    /** The first reminder goes to all who want it. */
    overdueAfterBusinessMinutes: z.nullable(whole(1, 10_000, "minutes")),
    /** The last one goes to who is next on the roster. */
    escalateAfterBusinessMinutes: z.nullable(whole(1, 10_000, "minutes")),
    /** Without an outcome for so long, a lead that was taken is open again. */
    openAgainAfterMinutes: whole(3, 240, "minutes"),
    /** Without a sign of life for so long, a lead falls asleep. Null: never. */
    sleepAfterDays: z.nullable(whole(1, 3_650, "days")),
  }),
  /** After each try without an answer: so many days later, at this time on the company's clock (HH:mm). */
  tries: z
    .array(z.object({ days: whole(0, 365, "days"), time: z.string(TIME).check(z.refine(isTime, TIME)) }))
    .check(z.maxLength(FACT_LIMITS.tries, "Too many tries")),
  calendarInvites: flag,
  /** Two hours before a meeting, beside the one of the day before. */
  secondReminder: flag,
  meetings: meetingsSchema,
  /** Beside the fifty. */
  states: z.object({ district: flag, territories: flag }),
  defaultTheme: z.enum(THEMES, "Please choose a theme"),
  figures: z.object({ homesPurchased: figure, cashOffers: figure, averageClosing: figure, offerWithin: figure }),
  /** "24 hours", "our visit", "14 days": what sentences say of an offer and of the closing. */
  promises: z.object({
    offerWithin: line("Please enter how soon an offer comes"),
    offerFrom: line("Please enter from when on"),
    closingIn: line("Please enter how long it takes to close"),
  }),
  words: wordsSchema,
  team: z.array(person).check(z.maxLength(FACT_LIMITS.team, "Too many people")),
  testimonials: z.array(letter).check(z.maxLength(FACT_LIMITS.testimonials, "Too many letters")),
  story: withPlaceholders(freeTextSchema(FACT_LIMITS.story, "Please enter the story, or hide it")),
  values: z
    .array(z.object({ title: line("Please enter a title"), text: withPlaceholders(freeTextSchema(FACT_LIMITS.text)) }))
    .check(z.maxLength(FACT_LIMITS.values, "Too many values")),
  questions: z.array(question).check(z.maxLength(FACT_LIMITS.questions, "Too many questions")),
  privacy: withPlaceholders(freeTextSchema(FACT_LIMITS.legal, "Please enter the privacy policy")),
  terms: withPlaceholders(freeTextSchema(FACT_LIMITS.legal, "Please enter the terms")),
  accessibility: withPlaceholders(freeTextSchema(FACT_LIMITS.legal, "Please enter the accessibility statement")),
  permissionWords: z.object({
    booking: agreement("Please enter what people agree to when they book"),
    text: agreement("Please enter what people agree to who want text messages"),
    message: agreement("Please enter what the contact form says"),
    callBack: agreement("Please enter what people agree to who ask for a call"),
    version: z.string("Must be text").check(z.maxLength(40)),
  }),
  socialLinks: z
    .array(z.object({ name: z.enum(["Facebook", "Instagram", "LinkedIn"], "Unknown network"), url: httpsLinkSchema }))
    .check(z.maxLength(FACT_LIMITS.socialLinks, "Too many links")),
  hideEmptySocialLinks: flag,
  /** Null keeps leads until a person deletes them. */
  eraseLeadsAfterDays: z.nullable(whole(1, 36_500, "days")),
  /** The proof of a permission is kept this long after the person's last record. */
  permissionYears: whole(5, 100, "years"),
  privacyRequestDays: whole(1, 90, "days"),
  pages,
  /** Of pages that were published: the server adds to them, so that old addresses lead on. */
  pageAddresses: z
    .array(z.object({ path: z.string().check(z.maxLength(MAX_SLUG_LENGTH + 20)), page: pageId }))
    .check(z.maxLength(FACT_LIMITS.pageAddresses)),
});

export type Facts = z.infer<typeof factsSchema>;
export type Person = Facts["team"][number];

/** Beside what the schema says, a writer cannot have given permission on a day that is still to come. */
export function checkFacts(given: unknown, now: Date): Checked<Facts> {
  const { data, error } = factsSchema.safeParse(given);
  if (!data) return { mistakes: error.issues.map(({ path, message }) => ({ path: path.map(String), message })) };
  const today = wallClock(now, data.timeZone).day;
  const mistakes = data.testimonials.flatMap(({ claim, permission }, index) =>
    isConfirmedByPerson(claim) && permission.givenOn > today
      ? [{ path: ["testimonials", String(index), "permission", "givenOn"], message: "This day is still to come" }]
      : [],
  );
  return { data, mistakes };
}
