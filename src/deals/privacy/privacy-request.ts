// A person sends a privacy request about their own data. It counts once they have verified their e-mail address.
import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { emailSchema, freeTextSchema } from "#platform/text.ts";

export const PRIVACY_REQUEST_PATH = "/privacy/request";

export const REQUEST_KINDS = {
  copy: { asked: "Send me a copy of what you have about me", label: "A copy" },
  correction: { asked: "Correct what you have about me", label: "A correction" },
  deletion: { asked: "Delete what you have about me", label: "A deletion" },
} as const;

export type RequestKind = keyof typeof REQUEST_KINDS;

export const requestKindSchema = z.enum(
  Object.keys(REQUEST_KINDS) as [RequestKind, ...RequestKind[]],
  "Please choose what you ask for",
);

/** Maximum numbers of characters. */
export const REQUEST_LIMITS = { words: 1_000, how: 1_000 };

/** A request that is not verified in time is deleted, and its link expires. */
export const VERIFICATION_DAYS = 7;
/** An answered request stays this long as a record, without the person's data. */
export const RECORD_MONTHS = 24;

export const requestInputSchema = z.object({
  email: emailSchema("Email is required"),
  kind: requestKindSchema,
  words: z.optional(freeTextSchema(REQUEST_LIMITS.words)),
});

/** The body of POST /api/privacy/requests. Unknown keys are ignored. */
export const newRequestSchema = z.extend(requestInputSchema, {
  /** This honeypot field is invisible to people. */
  website: z.optional(z.unknown()),
});

export type NewRequest = z.infer<typeof newRequestSchema>;

const TOKEN_LENGTH = 100;

export const confirmationSchema = z.object({
  token: z.string("Please open the link in the e-mail again").check(z.maxLength(TOKEN_LENGTH)),
});

export const requestConfirmedSchema = answerOf({
  message: z.string(),
  kind: requestKindSchema,
  /** False if the link was used before. */
  isNew: z.boolean(),
  /** yyyy-MM-dd */
  dueDay: z.string(),
});

export type RequestConfirmed = z.infer<typeof requestConfirmedSchema>;
