import * as z from "zod/mini";
import { factsSchema } from "./schema.ts";

/** Larger than any other body, because it holds every text of the site. */
export const MAX_DRAFT_BYTES = 1024 * 1024;

/** Larger ones do not fit the column. */
const MAX_VERSION = 2_147_483_647;

export const draftChangeSchema = z.object({
  facts: factsSchema,
  /** The draft's version that the change is based on; 0 if there was none. */
  version: z.int("Must be a whole number").check(z.gte(0), z.lte(MAX_VERSION)),
  /** The published version that the facts were read from; without it, the present one. */
  basedOn: z.optional(z.int("Must be a whole number").check(z.gte(1), z.lte(MAX_VERSION))),
});

export type DraftChange = z.infer<typeof draftChangeSchema>;

export const draftSchema = z.object({
  facts: factsSchema,
  version: z.number(),
  basedOn: z.number(),
  changedBy: z.string(),
  changedAt: z.string(),
});

export type Draft = z.infer<typeof draftSchema>;

export const siteAnswerSchema = z.object({
  success: z.literal(true),
  published: z.object({ number: z.number(), publishedAt: z.string(), by: z.string(), facts: factsSchema }),
  draft: z.nullable(draftSchema),
  /** What site.config.ts and the environment say differently, without effect; "" if nothing. */
  ignored: z.string(),
  /** From when the published retention holds, if it is shorter than the one before; else null. */
  retentionFrom: z.nullable(z.string()),
  samples: z.array(z.object({ path: z.string(), kind: z.string(), label: z.string() })),
});

export const draftAnswerSchema = z.object({ success: z.literal(true), draft: draftSchema });

export const publishedAnswerSchema = z.object({ success: z.literal(true), number: z.number() });

/** Publishing takes the draft as the admin has seen it. */
export const publishSchema = z.object({ version: z.int("Must be a whole number").check(z.gte(1), z.lte(MAX_VERSION)) });

export const versionParamsSchema = z.object({
  number: z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_VERSION)),
});

export const draftPageQuerySchema = z.object({
  path: z.string("Please name a page").check(z.regex(/^\/[\w/-]{0,100}$/, "There is no such page")),
});

export const draftPageSchema = z.object({ success: z.literal(true), html: z.string() });

export const versionsAnswerSchema = z.object({
  success: z.literal(true),
  versions: z.array(z.object({ number: z.number(), publishedAt: z.string(), by: z.string(), changes: z.string() })),
});

export const publicFactsSchema = z.object({
  success: z.literal(true),
  number: z.number(),
  facts: z.pick(factsSchema, {
    company: true,
    timeZone: true,
    businessHours: true,
    calendarInvites: true,
    figures: true,
    team: true,
    testimonials: true,
    socialLinks: true,
  }),
});
