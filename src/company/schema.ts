// Every fact about the company, with its limits. site.config.ts has the same shape.
import * as z from "zod/mini";
import { isDay } from "#platform/dates.ts";
import { phoneDigits } from "#platform/phone.ts";
import { emailSchema, freeTextSchema, lineSchema } from "#platform/text.ts";
import { THEMES } from "./site-config.ts";
import { isTimeZone } from "./time-zone.ts";

/** Maximum numbers of characters, and of entries of a list. */
export const FACT_LIMITS = {
  name: 80,
  line: 120,
  /** It stands in large letters beside three others. */
  figure: 16,
  text: 1_000,
  source: 300,
  team: 30,
  testimonials: 50,
  closedDates: 200,
  socialLinks: 10,
};

const line = (required: string) => lineSchema(FACT_LIMITS.line, required);

const whole = (least: number, most: number, unit: string) => {
  const message = `Please enter ${least.toLocaleString("en-US")} to ${most.toLocaleString("en-US")} ${unit}`;
  return z.int(message).check(z.gte(least, message), z.lte(most, message));
};

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
  /** Shown as "areaServed" to search engines and in the text of the pages. */
  areaServed: line("Please enter the area that you serve"),
  /** The person who answers the phone. */
  contactPerson: line("Please enter who answers the phone"),
});

const claim = {
  confirmed: z.boolean("Please say whether this is confirmed"),
};

const figure = z.object({
  value: lineSchema(FACT_LIMITS.figure, "Please enter a figure"),
  label: line("Please say what the figure counts"),
  source: lineSchema(FACT_LIMITS.source),
  ...claim,
});

const url = z.string("Please enter an address").check(
  z.trim(),
  z.maxLength(500, "Please enter a shorter address"),
  z.refine(
    (text) => text === "" || (/^https:\/\//.test(text) && URL.canParse(text)),
    "Please enter an address that begins with https://",
  ),
);

const closedDate = z.object({
  date: z.string("Please choose a day").check(z.refine(isDay, "Please choose a day")),
  reason: line("Please give a reason: visitors read it"),
});

export const factsSchema = z.object({
  company: companySchema,
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
  /** The availability of a new database. Later only the cut-off and the limit per person are read. */
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
  leads: z.object({ overdueAfterBusinessMinutes: z.nullable(whole(1, 10_000, "minutes")) }),
  calendarInvites: z.boolean("Please choose"),
  defaultTheme: z.enum(THEMES, "Please choose a theme"),
  figures: z.object({ homesPurchased: figure, cashOffers: figure, averageClosing: figure, offerWithin: figure }),
  team: z
    .array(
      z.object({
        name: line("Please enter a name"),
        role: line("Please enter a role"),
        bio: freeTextSchema(FACT_LIMITS.text),
        ...claim,
      }),
    )
    .check(z.maxLength(FACT_LIMITS.team, "Too many people")),
  testimonials: z
    .array(
      z.object({
        quote: freeTextSchema(FACT_LIMITS.text, "Please enter the words of the letter"),
        name: line("Please enter who wrote it"),
        town: line("Please enter a town"),
        year: whole(1990, 2100, "as the year"),
        rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)], "Please choose 1 to 5"),
        ...claim,
      }),
    )
    .check(z.maxLength(FACT_LIMITS.testimonials, "Too many letters")),
  socialLinks: z
    .array(z.object({ name: z.enum(["Facebook", "Instagram", "LinkedIn"], "Unknown network"), url }))
    .check(z.maxLength(FACT_LIMITS.socialLinks, "Too many links")),
  /** Null keeps leads until a person deletes them. */
  eraseLeadsAfterDays: z.nullable(whole(1, 36_500, "days")),
});

export type Facts = z.infer<typeof factsSchema>;
