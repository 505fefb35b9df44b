import { get } from "react-hook-form";
import * as z from "zod/mini";
import type { Page } from "#company/facts/pages/pages.ts";
import { checkFacts, type Facts } from "#company/facts/schema.ts";
import { typedWeek } from "#company/facts/web/typed-week.ts";
import { WORDS_NAMES, wordSection } from "#company/facts/words.ts";
import { typedNumber, typedNumberOrNull } from "#platform/web/forms/typed-number.ts";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

const emailSchema = z.codec(z.object({ email: z.string() }), z.string(), {
  decode: ({ email }) => email,
  encode: (email) => ({ email }),
});

const NETWORKS = ["Facebook", "Instagram", "LinkedIn"] as const;
type Link = Facts["socialLinks"][number];

const linksSchema = z.codec(z.custom<(Link & { isNew: boolean })[]>(), z.custom<Link[]>(), {
  decode: (links) =>
    links.filter(({ url, isNew }) => !isNew || url.trim() !== "").map(({ name, url }) => ({ name, url })),
  encode: (links) => [
    ...links.map((link) => ({ ...link, isNew: false })),
    ...NETWORKS.filter((name) => links.every((link) => link.name !== name)).map((name) => ({
      name,
      url: "",
      isNew: true,
    })),
  ],
});

const typedSchema = z.object({
  staffEmails: z.array(emailSchema),
  businessHours: typedWeek,
  leads: z.object({
    overdueAfterBusinessMinutes: typedNumberOrNull,
    escalateAfterBusinessMinutes: typedNumberOrNull,
    openAgainAfterMinutes: typedNumber,
    sleepAfterDays: typedNumberOrNull,
  }),
  tries: z.array(z.object({ days: typedNumber, time: z.string() })),
  socialLinks: linksSchema,
  eraseLeadsAfterDays: typedNumberOrNull,
  permissionYears: typedNumber,
  privacyRequestDays: typedNumber,
});
const coordinatesSchema = z.object({ latitude: typedNumber, longitude: typedNumber });
const rulesSchema = z.object({ changeCutOffHours: typedNumber, openBookingsPerPerson: typedNumber });
const letterSchema = z.object({ year: typedNumber, rating: typedNumber });

type Typed<Whole, Schema extends z.ZodMiniType> = Omit<Whole, keyof z.input<Schema>> & z.input<Schema>;

type Changed = "company" | "bookingRules" | "testimonials" | "pages";

export type DeskInput = Omit<Typed<Facts, typeof typedSchema>, Changed> & {
  company: Omit<Facts["company"], "coordinates"> & { coordinates: z.input<typeof coordinatesSchema> };
  bookingRules: Typed<Facts["bookingRules"], typeof rulesSchema>;
  testimonials: Typed<Facts["testimonials"][number], typeof letterSchema>[];
  /** A house stands on each line. */
  pages: (Omit<Page, "houses"> & { houses: string })[];
};

export type DeskForm = SchemaForm<DeskInput, Facts>;

export function toInput(facts: Facts): DeskInput {
  const { company, bookingRules, testimonials, pages } = facts;
  return {
    ...facts,
    ...z.encode(typedSchema, facts),
    company: { ...company, coordinates: z.encode(coordinatesSchema, company.coordinates) },
    bookingRules: { ...bookingRules, ...z.encode(rulesSchema, bookingRules) },
    testimonials: testimonials.map((letter) => ({ ...letter, ...z.encode(letterSchema, letter) })),
    pages: pages.map((page) => ({ ...page, houses: page.houses.join("\n") })),
  };
}

/** The result may be invalid: it holds unvalidated input. */
export function toFacts(input: DeskInput): unknown {
  const { company, bookingRules, testimonials, pages } = input;
  const { version, ...words } = input.permissionWords;
  return {
    ...input,
    ...z.decode(typedSchema, input),
    company: { ...company, coordinates: z.decode(coordinatesSchema, company.coordinates) },
    bookingRules: { ...bookingRules, ...z.decode(rulesSchema, bookingRules) },
    testimonials: testimonials.map((letter) => ({ ...letter, ...z.decode(letterSchema, letter) })),
    pages: pages.map((page) => ({
      ...page,
      description: oneLine(page.description),
      lead: oneLine(page.lead),
      houses: linesOf(page.houses),
    })),
    permissionWords: {
      ...words,
      ...Object.fromEntries(Object.entries(words).map(([name, text]) => [name, oneLine(text)])),
      version,
    },
  };
}

function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ");
}

/** Fields have the same names as the facts, so that mistakes of one apply to the other. */
export const deskInputSchema = z.pipe(
  z.custom<DeskInput>(),
  z.transform((input: DeskInput, { issues }): Facts => {
    const { data, mistakes } = checkFacts(toFacts(input), new Date());
    for (const { path, message } of mistakes) issues.push({ code: "custom", path: toField(path), message, input });
    return data ?? z.NEVER;
  }),
);

function toField(path: readonly PropertyKey[]): PropertyKey[] {
  if (path[0] === "pages" && path[2] === "houses") return path.slice(0, 3);
  return path[0] === "staffEmails" && path.length > 1 ? [...path, "email"] : [...path];
}

export function fieldOf(path: string): string {
  return toField(path.replace(/^facts\./, "").split(".")).join(".");
}

export const LISTS = [
  ...(["staffEmails", "team", "testimonials", "values", "questions", "tries"] as const),
  ...WORDS_NAMES.filter((name) => wordSection(name).items).map((name) => `words.${name}.items` as "words.steps.items"),
];
export type ListPath = (typeof LISTS)[number] | `pages.${number}.questions`;

/** What changes when an item comes, goes or moves. */
export function listsOf(input: DeskInput): string {
  const pages = input.pages.map(({ id, questions }) => [id, questions.length]);
  return JSON.stringify([LISTS.map((name) => (get(input, name) as unknown[]).length), pages]);
}
