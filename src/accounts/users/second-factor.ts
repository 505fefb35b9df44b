import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";
import { factorDueSchema } from "./factor-due.ts";

export const FACTOR_METHODS = ["code", "passkey", "recoveryCode"] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

export const MAX_TRIES = 5;
export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 20;

const CODE_DIGITS = 6;
const RECOVERY_CODE_LENGTH = 24;
const CODE_WANTED = `Please enter the ${CODE_DIGITS} digits that the app shows now`;
const RECOVERY_CODE_WANTED = `A recovery code has ${RECOVERY_CODE_LENGTH} letters and digits`;
const MAX_NAME_LENGTH = 60;
const MAX_PART_LENGTH = 16_000;

export const codeSchema = z
  .string(CODE_WANTED)
  .check(z.overwrite(withoutGaps), z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), CODE_WANTED));

export const recoveryCodeSchema = z.string(RECOVERY_CODE_WANTED).check(
  z.maxLength(MAX_PART_LENGTH, RECOVERY_CODE_WANTED),
  z.overwrite((text) => withoutGaps(text).toUpperCase().replaceAll("0", "O").replaceAll("1", "I")),
  z.regex(new RegExp(`^[A-Z2-7]{${RECOVERY_CODE_LENGTH}}$`), RECOVERY_CODE_WANTED),
);

export const passkeyNameSchema = lineSchema(MAX_NAME_LENGTH, "A name is required");

const CHALLENGE_WANTED = "Please begin again";
export const challengeSchema = z.string(CHALLENGE_WANTED).check(z.regex(/^[\w-]{43}$/, CHALLENGE_WANTED));

const encodedSchema = z.string().check(z.maxLength(MAX_PART_LENGTH), z.regex(/^[\w-]+$/));
const credentialShape = {
  id: encodedSchema,
  rawId: encodedSchema,
  type: z.literal("public-key"),
};

export const assertionSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: encodedSchema,
    authenticatorData: encodedSchema,
    signature: encodedSchema,
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(MAX_PART_LENGTH)))),
  }),
});

export type Assertion = z.infer<typeof assertionSchema>;

export const registrationSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: encodedSchema,
    attestationObject: encodedSchema,
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});

export type PasskeyRegistration = z.infer<typeof registrationSchema>;

const givenShape = {
  code: z.optional(codeSchema),
  passkey: z.optional(assertionSchema),
  recoveryCode: z.optional(recoveryCodeSchema),
};

export type GivenFactor = {
  code?: string | undefined;
  passkey?: Assertion | undefined;
  recoveryCode?: string | undefined;
};

const isOne = (given: GivenFactor) => FACTOR_METHODS.filter((method) => given[method] !== undefined).length === 1;
const ONE_WANTED = "Please give one of: a code, a passkey, a recovery code";

export const secondStepSchema = z
  .object({ challenge: challengeSchema, ...givenShape })
  .check(z.refine(isOne, { error: ONE_WANTED, path: ["code"] }));

export type SecondStep = z.infer<typeof secondStepSchema>;

export const passkeySignInSchema = z.object({ challenge: challengeSchema, passkey: assertionSchema });

export type PasskeySignIn = z.infer<typeof passkeySignInSchema>;

/** WebAuthn defines these options for navigator.credentials, and the page passes them on. */
const optionsSchema = z.record(z.string(), z.unknown());

export const passkeyRequestSchema = answerOf({
  challenge: z.string(),
  passkey: optionsSchema,
});

export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

export const newPasskeySchema = z.object({
  challenge: challengeSchema,
  passkey: registrationSchema,
  name: z.optional(passkeyNameSchema),
});

export const passkeySchema = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  works: z.boolean(),
});

export type Passkey = z.infer<typeof passkeySchema>;

export const factorsSchema = z.extend(factorDueSchema, {
  success: z.literal(true),
  app: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  passkeys: z.array(passkeySchema),
  recoveryCodes: z.object({ left: z.number(), createdAt: z.nullable(z.string()) }),
  mayAdd: z.boolean(),
});

export type Factors = z.infer<typeof factorsSchema>;

export const newAppSchema = answerOf({
  secret: z.string(),
  url: z.string(),
});

export type NewApp = z.infer<typeof newAppSchema>;

export const factorAddedSchema = answerOf({
  message: z.string(),
  recoveryCodes: z.optional(z.array(z.string())),
});

export type FactorAdded = z.infer<typeof factorAddedSchema>;

export const recoveryCodesSchema = answerOf({ recoveryCodes: z.array(z.string()) });

export type NewRecoveryCodes = z.infer<typeof recoveryCodesSchema>;

export const factorsOfUserSchema = answerOf({
  email: z.string(),
  app: z.boolean(),
  passkeys: z.number(),
  recoveryCodes: z.number(),
});

export type FactorsOfUser = z.infer<typeof factorsOfUserSchema>;

function withoutGaps(text: string): string {
  return text.replace(/[\s-]/g, "");
}
