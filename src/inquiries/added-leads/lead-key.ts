// What the owner sets at a key that adds leads, and the bodies that were refused at it.
import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema, lineSchema, withCommas } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import { costSchema, LEAD_FIELD_NAMES, type LeadField, sourceSchema } from "./added-lead.ts";

export const REFUSED_DAYS = 30;
export const MAX_REFUSED = 500;
export const SHOWN_REFUSED = 20;
export const SAMPLE_MINUTES = 60;

const MAX_FIELDS = 100;
const MAX_FIELD_NAME_LENGTH = 200;
const MAX_VALUE_LENGTH = 5_000;
const TWICE = "A field is assigned once";

/** Far above what a form of a small site gets. */
export const USUAL_A_DAY = 50;
const MAX_A_DAY = 10_000;
const MAX_ORIGINS = 20;
const MAX_URL_LENGTH = 500;
const A_DAY = `Please enter a whole number up to ${withCommas(MAX_A_DAY)}`;
const ORIGIN = "Please enter addresses without a path, such as https://www.example.com";
const THANKS = "Please enter a whole address, such as https://www.example.com/thanks";

/** One message for the whole list, which is typed into one field. */
const originsSchema = z.array(z.string(ORIGIN), ORIGIN).check(
  z.maxLength(MAX_ORIGINS, `At most ${MAX_ORIGINS} sites`),
  z.refine((all) => all.every(isOrigin), ORIGIN),
);

function isOrigin(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && isWeb(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isWeb(text: string): boolean {
  return /^https?:\/\//.test(text);
}

const mapSchema = z
  .array(
    z.object({ sent: lineSchema(MAX_FIELD_NAME_LENGTH, "Name is required"), field: z.enum([...LEAD_FIELD_NAMES, ""]) }),
  )
  .check(
    z.maxLength(MAX_FIELDS, `At most ${MAX_FIELDS} fields`),
    z.refine((fields) => new Set(fields.map(({ sent }) => sent)).size === fields.length, TWICE),
  );

export const leadKeyChangeSchema = z.object({
  source: sourceSchema,
  campaign: sourceSchema,
  /** In dollars, for each lead. */
  cost: costSchema,
  fields: mapSchema,
  /** Of a form of another site: where it may be, where it leads its visitors, and how many leads it may add a day. */
  origins: z._default(originsSchema, []),
  thanksUrl: z._default(
    lineSchema(MAX_URL_LENGTH).check(z.refine((text) => text === "" || (isWeb(text) && URL.canParse(text)), THANKS)),
    "",
  ),
  aDay: z._default(z.int(A_DAY).check(z.gte(1, A_DAY), z.lte(MAX_A_DAY, A_DAY)), USUAL_A_DAY),
  version: versionSchema,
});

export type LeadKeyChange = z.infer<typeof leadKeyChangeSchema>;

export const leadKeySchema = z.object({
  name: z.string(),
  scope: z.string(),
  source: z.string(),
  campaign: z.string(),
  costCents: z.nullable(z.number()),
  fields: z.array(z.object({ sent: z.string(), field: z.string() })),
  /** Until then the next body is kept as a sample, and adds nothing. */
  sampleUntil: z.nullable(z.string()),
  origins: z.array(z.string()),
  thanksUrl: z.string(),
  aDay: z.number(),
  version: z.number(),
});

export type LeadKey = z.infer<typeof leadKeySchema>;

export const refusedBodySchema = z.object({
  _id: z.string(),
  at: z.string(),
  reason: z.string(),
  isSample: z.boolean(),
  /** As it came, without a key. */
  body: z.string(),
  sent: z.array(z.object({ path: z.string(), value: z.string() })),
  /** By our names, as the map assigns them. */
  values: z.record(z.string(), z.string()),
});

export type RefusedBody = z.infer<typeof refusedBodySchema>;

export const leadKeyPageSchema = answerOf({
  key: leadKeySchema,
  refused: z.array(refusedBodySchema),
  total: z.number(),
});

export type LeadKeyPage = z.infer<typeof leadKeyPageSchema>;

export const leadKeyChangedSchema = answerOf({ message: z.string(), key: leadKeySchema });

/** What a vendor says about an agreement stays as it came. */
export const REPAIRED_FIELDS = [
  ...["name", "phone", "email", "property.street", "property.city", "property.state", "property.zipCode"],
  ...["situation", "said"],
] as readonly LeadField[] as readonly RepairedField[];

export type RepairedField = Exclude<LeadField, `statement.${string}` | "test" | "vendorId" | "firstName" | "lastName">;

export const repairSchema = z.object({
  values: z
    .array(z.object({ field: z.enum(REPAIRED_FIELDS), value: freeTextSchema(MAX_VALUE_LENGTH) }))
    .check(z.maxLength(REPAIRED_FIELDS.length, TWICE)),
});

export const acceptedSchema = answerOf({ message: z.string(), leadId: z.string() });

export type Accepted = z.infer<typeof acceptedSchema>;
