import * as z from "zod/mini";
import { MAX_PART_LENGTH, TOUCHES, type Touch } from "#people/leads/attribution.ts";
import { isDay } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import { isOwnPage, LINK_NAME, MAX_LINK_NAME_LENGTH } from "./link.ts";
import { figuresSchema, GROUPINGS, type Grouping } from "./report.ts";

const MAX_TARGET_LENGTH = 500;
const NAME_RULE = "Please use letters, digits and single hyphens only";
const TARGET_RULE = "Please enter the path of a page of this site, such as /book-meeting";
const UTM_RULE = "Please leave out utm_ parts: they are made from the fields below";

const nameSchema = lineSchema(MAX_LINK_NAME_LENGTH, "Name is required").check(
  z.toLowerCase(),
  z.refine((name) => LINK_NAME.test(name), NAME_RULE),
);

const changeShape = {
  target: lineSchema(MAX_TARGET_LENGTH, "Page is required").check(
    z.refine(isOwnPage, { error: TARGET_RULE, abort: true }),
    z.refine((target) => !/[?&]utm_/i.test(target), UTM_RULE),
  ),
  source: lineSchema(MAX_PART_LENGTH, "Source is required"),
  medium: lineSchema(MAX_PART_LENGTH),
  campaign: lineSchema(MAX_PART_LENGTH, "Campaign is required"),
  isRetired: z.boolean("Please choose a status"),
};

/** A link's name never changes, because it is printed on paper. */
export const newLinkSchema = z.object({ name: nameSchema, ...changeShape });

export type NewLink = z.infer<typeof newLinkSchema>;

export const linkChangeSchema = z.object({ ...changeShape, version: versionSchema });

export type LinkChange = z.infer<typeof linkChangeSchema>;

export const linkSchema = z.object({
  name: z.string(),
  target: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  isRetired: z.boolean(),
  visits: z.number(),
  version: z.number(),
  createdAt: z.string(),
});

export type Link = z.infer<typeof linkSchema>;

export const linkListSchema = answerOf({
  address: z.string(),
  links: z.array(linkSchema),
});

export type LinkList = z.infer<typeof linkListSchema>;

export const linkChangedSchema = answerOf({ message: z.string(), link: linkSchema });

const GROUPING_VALUES = Object.keys(GROUPINGS) as [Grouping, ...Grouping[]];
const TOUCH_VALUES = Object.keys(TOUCHES) as [Touch, ...Touch[]];

const DAY = "Please enter a day such as 2026-11-20";
const daySchema = z.optional(z.string(DAY).check(z.refine((text) => text === "" || isDay(text), DAY)));

export const reportQuerySchema = z
  .object({
    by: z._default(z.optional(z.enum(GROUPING_VALUES, "Unknown grouping")), "source"),
    touch: z._default(z.optional(z.enum(TOUCH_VALUES, "Unknown visit")), "first"),
    /** Both days count, in the company's time zone. Without one, the range is open at that end. */
    from: daySchema,
    to: daySchema,
  })
  .check(
    z.refine(({ from, to }) => !from || !to || from <= to, {
      error: "The last day is before the first",
      path: ["to"],
    }),
  );

export type ReportQuery = z.infer<typeof reportQuerySchema>;

export const reportRowSchema = z.object({ name: z.string(), ...figuresSchema.shape });

export type ReportRow = z.infer<typeof reportRowSchema>;

export const reportSchema = answerOf({
  timeZone: z.string(),
  today: z.string(),
  /** Most leads first. */
  rows: z.array(reportRowSchema),
  /** The last row sums up this many rows; 0 if all are shown. */
  others: z.number(),
  total: figuresSchema,
  /** The range covers only a part of these months, so only that share of their spend counts. */
  cutMonths: z.array(z.object({ month: z.string(), days: z.number(), of: z.number() })),
});

export type Report = z.infer<typeof reportSchema>;
