// The values of the desk's form: the facts, with numbers as typed and with a value for every field.
import * as z from "zod/mini";
import { WEEKDAYS, type Weekday } from "#company/facts/choices.ts";
import { type Facts, factsSchema } from "#company/facts/schema.ts";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

type Letter = Facts["testimonials"][number];
type Rules = Facts["bookingRules"];

export type DeskInput = Omit<
  Facts,
  | "company"
  | "staffEmails"
  | "businessHours"
  | "bookingRules"
  | "leads"
  | "testimonials"
  | "socialLinks"
  | "eraseLeadsAfterDays"
  | "permissionYears"
  | "privacyRequestDays"
> & {
  company: Omit<Facts["company"], "coordinates"> & { coordinates: { latitude: string; longitude: string } };
  staffEmails: { email: string }[];
  businessHours: Record<Weekday, { isOpen: boolean; opens: string; closes: string }>;
  bookingRules: Omit<Rules, (typeof RULES)[number]> & Record<(typeof RULES)[number], string>;
  /** Empty: no reminder. */
  leads: { overdueAfterBusinessMinutes: string };
  testimonials: (Omit<Letter, "year" | "rating"> & { year: string; rating: string })[];
  /** One for each network. */
  socialLinks: (Facts["socialLinks"][number] & { isNew: boolean })[];
  /** Empty: never. */
  eraseLeadsAfterDays: string;
  permissionYears: string;
  privacyRequestDays: string;
};

export type DeskForm = SchemaForm<DeskInput, Facts>;

const RULES = ["changeCutOffHours", "openBookingsPerPerson"] as const;
const NETWORKS = ["Facebook", "Instagram", "LinkedIn"] as const;
/** The default hours of a weekday that is switched on for the first time. */
const USUAL_HOURS = { opens: "09:00", closes: "17:00" };

export function toInput(facts: Facts): DeskInput {
  const { company, staffEmails, businessHours, bookingRules, leads, testimonials, socialLinks } = facts;
  const { latitude, longitude } = company.coordinates;
  const day = (name: Weekday) => [
    name,
    { isOpen: businessHours[name] !== undefined, ...(businessHours[name] ?? USUAL_HOURS) },
  ];
  const missing = NETWORKS.filter((name) => socialLinks.every((link) => link.name !== name));
  return {
    ...facts,
    company: { ...company, coordinates: { latitude: String(latitude), longitude: String(longitude) } },
    staffEmails: staffEmails.map((email) => ({ email })),
    businessHours: Object.fromEntries(WEEKDAYS.map(day)),
    bookingRules: {
      ...bookingRules,
      changeCutOffHours: String(bookingRules.changeCutOffHours),
      openBookingsPerPerson: String(bookingRules.openBookingsPerPerson),
    },
    leads: { overdueAfterBusinessMinutes: String(leads.overdueAfterBusinessMinutes ?? "") },
    testimonials: testimonials.map((letter) => ({
      ...letter,
      year: String(letter.year),
      rating: String(letter.rating),
    })),
    socialLinks: [
      ...socialLinks.map((link) => ({ ...link, isNew: false })),
      ...missing.map((name) => ({ name, url: "", isNew: true })),
    ],
    eraseLeadsAfterDays: String(facts.eraseLeadsAfterDays ?? ""),
    permissionYears: String(facts.permissionYears),
    privacyRequestDays: String(facts.privacyRequestDays),
  };
}

/** Not valid facts yet: what was typed may be wrong. */
export function toFacts(input: DeskInput): unknown {
  const { company, staffEmails, businessHours, bookingRules, leads, testimonials, socialLinks } = input;
  const { booking, text, message, version } = input.permissionWords;
  const open = WEEKDAYS.filter((day) => businessHours[day].isOpen);
  return {
    ...input,
    company: {
      ...company,
      coordinates: {
        latitude: numberOf(company.coordinates.latitude),
        longitude: numberOf(company.coordinates.longitude),
      },
    },
    staffEmails: staffEmails.map(({ email }) => email),
    businessHours: Object.fromEntries(
      open.map((day) => [day, { opens: businessHours[day].opens, closes: businessHours[day].closes }]),
    ),
    bookingRules: {
      ...bookingRules,
      changeCutOffHours: numberOf(bookingRules.changeCutOffHours),
      openBookingsPerPerson: numberOf(bookingRules.openBookingsPerPerson),
    },
    leads: { overdueAfterBusinessMinutes: numberOf(leads.overdueAfterBusinessMinutes) ?? null },
    testimonials: testimonials.map((letter) => ({
      ...letter,
      year: numberOf(letter.year),
      rating: numberOf(letter.rating),
    })),
    socialLinks: socialLinks
      .filter(({ url, isNew }) => !isNew || url.trim() !== "")
      .map(({ name, url }) => ({ name, url })),
    permissionWords: { booking: oneLine(booking), text: oneLine(text), message: oneLine(message), version },
    eraseLeadsAfterDays: numberOf(input.eraseLeadsAfterDays) ?? null,
    permissionYears: numberOf(input.permissionYears),
    privacyRequestDays: numberOf(input.privacyRequestDays),
  };
}

/** As it stands beside the box; a pasted text may have lines. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ");
}

function numberOf(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}

/** Fields have the same names as the facts, so that mistakes of one apply to the other. */
export const deskInputSchema = z.pipe(
  z.custom<DeskInput>(),
  z.transform((input: DeskInput, { issues }): Facts => {
    const { data, error } = factsSchema.safeParse(toFacts(input));
    if (data) return data;
    for (const { path, message } of error.issues) issues.push({ code: "custom", path: toField(path), message, input });
    return z.NEVER;
  }),
);

function toField(path: readonly PropertyKey[]): PropertyKey[] {
  return path[0] === "staffEmails" && path.length > 1 ? [...path, "email"] : [...path];
}

/** Of the server's path. */
export function fieldOf(path: string): string {
  return toField(path.replace(/^facts\./, "").split(".")).join(".");
}

export const LISTS = ["staffEmails", "team", "testimonials", "values", "questions"] as const;
export type ListName = (typeof LISTS)[number];
