import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { CLAIM_STATES, type Claim, isShown } from "./claims.ts";
import { FACT_LIMITS } from "./limits.ts";
import { type Facts, factsSchema, staffEmailsSchema } from "./schema.ts";

/** The draft holds every text of the site, so its limit exceeds that of any other body. */
export const MAX_DRAFT_BYTES = 3 * 1024 * 1024;

/** Larger numbers do not fit the column. */
const MAX_VERSION = 2_147_483_647;
const versionSchema = z.int("Must be a whole number").check(z.gte(0), z.lte(MAX_VERSION));

export const draftChangeSchema = z.object({
  facts: z.extend(factsSchema, { staffEmails: staffEmailsSchema }),
  /** The change is based on this version of the draft; 0 means that there was none. */
  version: versionSchema,
  /** The facts were read from this published version; without it, from the present one. */
  basedOn: z.optional(versionSchema.check(z.gte(1))),
});

export type DraftChange = z.infer<typeof draftChangeSchema>;

const MAX_CHANGES = 5_000;
const MAX_DEPTH = 10;

const pathSchema = z
  .array(z.string().check(z.maxLength(FACT_LIMITS.source)))
  .check(z.minLength(1), z.maxLength(MAX_DEPTH));

export const fieldChangesSchema = z.object({
  /** `from` is the value that was changed: another present one is a conflict. The item of a list is named, not counted. */
  changes: z
    .array(z.object({ path: pathSchema, from: z.optional(z.unknown()), to: z.optional(z.unknown()) }))
    .check(z.maxLength(MAX_CHANGES)),
  /** The draft is then one of this published version, whose changes since the person has seen. */
  basedOn: z.optional(versionSchema.check(z.gte(1))),
});

export type FieldChanges = z.infer<typeof fieldChangesSchema>;

/** Who changed which fields in the present sitting, the latest last. */
const editorSchema = z.object({ by: z.string(), at: z.string(), fields: z.array(z.array(z.string())) });

export type Editor = z.infer<typeof editorSchema>;

export const draftSchema = z.object({
  facts: factsSchema,
  version: z.number(),
  basedOn: z.number(),
  changedBy: z.string(),
  changedAt: z.string(),
  editors: z.array(editorSchema),
});

export type Draft = z.infer<typeof draftSchema>;

export const siteAnswerSchema = answerOf({
  published: z.object({ number: z.number(), publishedAt: z.string(), by: z.string(), facts: factsSchema }),
  draft: z.nullable(draftSchema),
  /** The published retention applies from this day if it is shorter than the one before; else null. */
  retentionFrom: z.nullable(z.string()),
  samples: z.array(z.object({ path: z.string(), kind: z.string(), label: z.string() })),
});

export const draftAnswerSchema = answerOf({ draft: draftSchema });

/** A change that is wrong, or that met another one, is not in the draft. Without any draft it is null. */
export const fieldsAnswerSchema = answerOf({
  draft: z.nullable(draftSchema),
  conflicts: z.array(z.object({ path: z.array(z.string()), theirs: z.optional(z.unknown()) })),
  fields: z.record(z.string(), z.string()),
});

export const publishedAnswerSchema = answerOf({ number: z.number() });

export const publishSchema = z.object({ version: versionSchema.check(z.gte(1)) });

export const versionParamsSchema = z.object({
  number: z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_VERSION)),
});

export type FieldsAnswer = z.infer<typeof fieldsAnswerSchema>;

export const pageQuerySchema = z.object({
  path: z.string("Please name a page").check(z.regex(/^\/[\w/-]{0,100}$/, "There is no such page")),
});

export const pageSchema = answerOf({ html: z.string() });

export const versionsAnswerSchema = answerOf({
  versions: z.array(z.object({ number: z.number(), publishedAt: z.string(), by: z.string(), changes: z.string() })),
});

export const versionAnswerSchema = answerOf({
  version: z.object({ number: z.number(), publishedAt: z.string(), by: z.string(), facts: factsSchema }),
});

const publicClaimSchema = z.object({ state: z.enum(CLAIM_STATES) });
const pictureSchema = factsSchema.shape.logo;

export const publicFactsSchema = answerOf({
  number: z.number(),
  facts: z.object({
    company: z.partial(factsSchema.shape.company, { phone: true, email: true, address: true, coordinates: true }),
    claims: z.record(z.string(), publicClaimSchema),
    timeZone: factsSchema.shape.timeZone,
    businessHours: factsSchema.shape.businessHours,
    calendarInvites: factsSchema.shape.calendarInvites,
    figures: z.record(z.string(), z.object({ value: z.string(), label: z.string(), claim: publicClaimSchema })),
    team: z.array(
      z.object({
        name: z.string(),
        role: z.string(),
        bio: z.string(),
        portrait: pictureSchema,
        claim: publicClaimSchema,
      }),
    ),
    testimonials: z.array(
      z.object({
        quote: z.string(),
        name: z.string(),
        town: z.string(),
        year: z.number(),
        rating: z.number(),
        claim: publicClaimSchema,
      }),
    ),
    socialLinks: factsSchema.shape.socialLinks,
  }),
});

export type PublicFacts = z.infer<typeof publicFactsSchema>["facts"];

/** The schema drops the sources and permissions, which no page shows. */
export function publicFactsOf(facts: Facts): PublicFacts {
  const { timeZone, businessHours, calendarInvites, socialLinks, claims, figures } = facts;
  const { phone, email, address, coordinates, ...named } = facts.company;
  return {
    company: {
      ...named,
      ...(isShown(claims.phone) && { phone }),
      ...(isShown(claims.email) && { email }),
      ...(isShown(claims.address) && { address, coordinates }),
    },
    claims: withoutHidden(claims, (claim) => claim),
    timeZone,
    businessHours,
    calendarInvites,
    figures: withoutHidden(figures, ({ claim }) => claim),
    team: facts.team.filter(({ claim }) => isShown(claim)),
    testimonials: facts.testimonials.filter(({ claim }) => isShown(claim)),
    socialLinks,
  };
}

function withoutHidden<Fact>(group: Record<string, Fact>, claimOf: (fact: Fact) => Claim): Record<string, Fact> {
  return Object.fromEntries(Object.entries(group).filter(([, fact]) => isShown(claimOf(fact))));
}
