import { get } from "react-hook-form";
import * as z from "zod/mini";
import { fieldsOf } from "#company/facts/form/form.ts";
import { type AnySchema, kindOf, partOfSchema } from "#company/facts/form/schema-at.ts";
import { SECTIONS } from "#company/facts/form/sections.ts";
import type { Page } from "#company/facts/pages/pages.ts";
import type { Picture } from "#company/facts/pictures.ts";
import { checkFacts, type Facts, factsSchema } from "#company/facts/schema.ts";
import { typedWeek } from "#company/facts/web/typed-week.ts";
import { typedNumber, typedNumberOrNull } from "#platform/web/forms/typed-number.ts";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

/** A list of the form holds objects. */
const emailsSchema = z.codec(z.array(z.object({ email: z.string() })), z.array(z.string()), {
  decode: (items) => items.map(({ email }) => email),
  encode: (emails) => emails.map((email) => ({ email })),
});

const linesSchema = z.codec(z.string(), z.array(z.string()), {
  decode: (text) => text.split(/[\r\n]+/).filter((line) => line.trim() !== ""),
  encode: (lines) => lines.join("\n"),
});

/** Several lines of typing are one. */
const oneLineSchema = z.codec(z.string(), z.string(), {
  decode: (text) => text.replace(/\s*[\r\n]\s*/g, " "),
  encode: (text) => text,
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

const FIELDS = SECTIONS.flatMap(({ parts }) => fieldsOf(parts));

/** Every other fact follows from its schema. */
const CODECS: Readonly<Record<string, z.core.$ZodType>> = {
  staffEmails: emailsSchema,
  businessHours: typedWeek,
  socialLinks: linksSchema,
  "pages.*.houses": linesSchema,
  ...Object.fromEntries(FIELDS.filter(({ isOneLine }) => isOneLine).map(({ path }) => [path, oneLineSchema])),
};

type Way = typeof z.encode | typeof z.decode;

function convert(way: Way, value: unknown, schema: AnySchema = factsSchema, path = ""): unknown {
  const { isNumber, isNullable, isPicture } = kindOf(schema);
  const codec = CODECS[path] ?? (isNumber ? (isNullable ? typedNumberOrNull : typedNumber) : undefined);
  if (codec) return way(codec, value);
  if (typeof value !== "object" || value === null || isPicture) return value;
  const part = (of: unknown, key: string) => {
    const inner = partOfSchema(schema, key);
    return inner ? convert(way, of, inner, path ? `${path}.${key}` : key) : of;
  };
  if (Array.isArray(value)) return value.map((item) => part(item, "*"));
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, part(of, key)]));
}

type Typed<Value> = [Value] extends [Picture | null]
  ? Value
  : [Value] extends [number | null]
    ? string
    : Value extends readonly (infer Item)[]
      ? Typed<Item>[]
      : Value extends object
        ? { [Key in keyof Value]: Typed<Value[Key]> }
        : Value;

export type DeskInput = Omit<Typed<Facts>, "staffEmails" | "businessHours" | "socialLinks" | "pages"> & {
  staffEmails: z.input<typeof emailsSchema>;
  businessHours: z.input<typeof typedWeek>;
  socialLinks: z.input<typeof linksSchema>;
  /** A house stands on each line. */
  pages: (Omit<Page, "houses"> & { houses: string })[];
};

export type DeskForm = SchemaForm<DeskInput, Facts>;

export function toInput(facts: Facts): DeskInput {
  return convert(z.encode, facts) as DeskInput;
}

/** The result may be invalid: it holds unvalidated input. */
export function toFacts(input: DeskInput): unknown {
  return convert(z.decode, input);
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

/** Of a path with stars, each stands for the item at the next of these places. */
export function placed(path: string, at: readonly number[]): string {
  return at.reduce((name, index) => name.replace("*", String(index)), path);
}

export type ListPath = "staffEmails" | "tries" | "team" | "testimonials" | "values" | "questions" | "words.steps.items";

export const LISTS = [
  ...new Set(
    FIELDS.flatMap(({ path }) => (path.includes(".*") ? [path.slice(0, path.indexOf(".*")) as ListPath] : [])),
  ),
];

/** What changes when an item comes, goes or moves. */
export function listsOf(input: DeskInput): string {
  const pages = input.pages.map(({ id, questions }) => [id, questions.length]);
  return JSON.stringify([LISTS.map((name) => (get(input, name) as unknown[]).length), pages]);
}
