// Facts that the owner confirms or hides.
import * as z from "zod/mini";
import { CLAIM_STATES, isConfirmedByPerson, isShown } from "#company/facts/claims.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { WORDS_NAMES, type WordsName, wordSection } from "#company/facts/words.ts";
import { freeTextSchema, lineSchema } from "#platform/text.ts";
import { day, line, picture, whole } from "./fields.ts";

export const claim = z.object({
  state: z.enum(CLAIM_STATES, "Please choose sample, confirmed or hidden"),
  source: lineSchema(FACT_LIMITS.source),
  confirmedBy: z.string("Must be text").check(z.maxLength(FACT_LIMITS.line * 3)),
  confirmedAt: z.string("Must be text").check(z.maxLength(30)),
});

/** A confirmed figure needs a source: the law asks for it. */
export const figure = z
  .object({
    value: lineSchema(FACT_LIMITS.figure, "Please enter a figure"),
    label: line("Please say what the figure counts"),
    claim,
  })
  .check(
    z.refine(({ claim }) => !isConfirmedByPerson(claim) || claim.source !== "", {
      error: "Please say where this figure comes from",
      path: ["claim", "source"],
    }),
  );

export const person = z.object({
  name: line("Please enter a name"),
  role: line("Please enter a role"),
  bio: freeTextSchema(FACT_LIMITS.text),
  portrait: picture,
  claim,
});

/** US law (16 CFR 465) bans testimonials by people who do not exist. */
export const letter = z
  .object({
    quote: freeTextSchema(FACT_LIMITS.text, "Please enter the words of the letter"),
    name: line("Please enter who wrote it"),
    town: line("Please enter a town"),
    year: whole(1990, 2100, "as the year"),
    rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)], "Please choose 1 to 5"),
    permission: z.object({ givenOn: day("Please choose a day"), how: lineSchema(FACT_LIMITS.source) }),
    claim,
  })
  .check(
    z.refine(({ claim, permission }) => !isConfirmedByPerson(claim) || permission.givenOn !== "", {
      error: "Please say when the writer gave permission",
      path: ["permission", "givenOn"],
    }),
    z.refine(({ claim, permission }) => !isConfirmedByPerson(claim) || permission.how !== "", {
      error: "Please say how the writer gave permission",
      path: ["permission", "how"],
    }),
  );

const neverHidden = (error: string) =>
  claim.check(z.refine(({ state }) => state !== "hidden", { error, path: ["state"] }));

const legalClaim = neverHidden("The forms refer to this text, so it cannot be hidden");
const wordsClaim = neverHidden("The pages cannot do without these words");

const wordsClaims = Object.fromEntries(
  WORDS_NAMES.map((name) => [name, wordSection(name).canHide ? claim : wordsClaim]),
) as Record<WordsName, typeof claim>;

const claimsSchema = z.object({
  phone: claim,
  email: claim,
  address: claim,
  contactPerson: claim,
  areaServed: claim,
  place: claim,
  hours: neverHidden("Every page says when you can be reached"),
  offerWithin: claim,
  closingIn: claim,
  ...wordsClaims,
  story: claim,
  values: claim,
  questions: claim,
  privacy: legalClaim,
  terms: legalClaim,
  accessibility: legalClaim,
  permissionWords: legalClaim,
});

export type ClaimName = keyof typeof claimsSchema.shape;
export const CLAIM_NAMES = Object.keys(claimsSchema.shape) as ClaimName[];

export const claims = claimsSchema.check(
  z.refine(({ phone, email }) => isShown(phone) || isShown(email), {
    error: "Please show a phone number or an e-mail address: people must be able to reach you",
    path: ["email", "state"],
  }),
);
