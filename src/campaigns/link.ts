// A short link stands on a postcard or a sign: /go/{name} leads to a page of the site and says which campaign it was.
import * as z from "zod/mini";
import { lineSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

export const LINKS_PATH = "/go/";
export const MOST_LINKS = 500;
const LONGEST_NAME = 60;
const LONGEST_TARGET = 500;
const LONGEST_PART = 100;

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NAME_RULE = "Please use letters, digits and single hyphens only";
const TARGET_RULE = "Please enter the path of a page of this site, such as /book-meeting";
const UTM_RULE = "Please leave out utm_ parts: they are made from the fields below";
const NOWHERE = "https://site.invalid";

const nameSchema = lineSchema(LONGEST_NAME, "Name is required").check(
  z.toLowerCase(),
  z.refine((name) => NAME.test(name), NAME_RULE),
);

const changeShape = {
  target: lineSchema(LONGEST_TARGET, "Page is required").check(
    z.refine(isOwnPage, { error: TARGET_RULE, abort: true }),
    z.refine((target) => !/[?&]utm_/i.test(target), UTM_RULE),
  ),
  source: lineSchema(LONGEST_PART, "Source is required"),
  medium: lineSchema(LONGEST_PART),
  campaign: lineSchema(LONGEST_PART, "Campaign is required"),
  isRetired: z.boolean("Please choose a status"),
};

/** What an admin types. The name of a link that is there never changes: it is printed on paper. */
export const linkFormSchema = z.object({ name: nameSchema, ...changeShape });

export type LinkForm = z.infer<typeof linkFormSchema>;

export const linkChangeSchema = z.object({ ...changeShape, version: versionSchema });

export type LinkChange = z.infer<typeof linkChangeSchema>;

export const linkSchema = z.object({
  name: z.string(),
  target: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  isRetired: z.boolean(),
  /** By people, since it was made. */
  visits: z.number(),
  version: z.number(),
  createdAt: z.string(),
});

export type Link = z.infer<typeof linkSchema>;

export const linkListSchema = z.object({
  success: z.literal(true),
  /** What stands before each name on paper: not where the admin happens to read this. */
  address: z.string(),
  links: z.array(linkSchema),
});

export type LinkList = z.infer<typeof linkListSchema>;

export const linkChangedSchema = z.object({ success: z.literal(true), message: z.string(), link: linkSchema });

/** The name as it stands in the table, of whatever somebody typed off a postcard; undefined where it can be none. */
export function linkNameOf(typed: string): string | undefined {
  const name = typed.toLowerCase();
  return name.length <= LONGEST_NAME && NAME.test(name) ? name : undefined;
}

/**
 * Whether a text is the path of a page here, written just as a browser would ask for it. Whatever a browser, a proxy or
 * this server might read in another way is none: other hosts, backslashes, dots, and their encoded forms.
 */
export function isOwnPage(target: string): boolean {
  if (!/^\/(?![/\\])/.test(target) || !URL.canParse(target, NOWHERE)) return false;
  const { origin, pathname, search, hash } = new URL(target, NOWHERE);
  return (
    origin === NOWHERE &&
    pathname + search + hash === target &&
    !pathname.includes("//") &&
    !/%(?:2f|5c|2e|25|[01][0-9a-f]|7f)/i.test(pathname) &&
    !/^\/(?:go|api)(?:\/|$)/i.test(pathname)
  );
}

/** Where the link leads: its page, with the campaign in the address as the page's script reads it. */
export function addressOf({
  target,
  source,
  medium,
  campaign,
}: Pick<LinkForm, "target" | "source" | "medium" | "campaign">) {
  const named = new URLSearchParams({ utm_source: source });
  if (medium) named.set("utm_medium", medium);
  named.set("utm_campaign", campaign);
  const { pathname, search, hash } = new URL(target, NOWHERE);
  return `${pathname}${search ? `${search}&` : "?"}${named}${hash}`;
}
