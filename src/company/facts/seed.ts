// The only reader of site.config.ts besides an old migration: its facts are the first version of a new database.
import * as config from "#site";
import { type Claim, CONFIG_FILE, SAMPLE } from "./claims.ts";
import { PALETTES } from "./palettes.ts";
import { type Facts, factsSchema } from "./schema.ts";
import { ACCESSIBILITY, PERMISSION_WORDS, PRIVACY, QUESTIONS, STORY, TERMS, VALUES } from "./shipped-texts.ts";

/** The phone numbers from 555-0100 to 555-0199 belong to nobody, and the domain .example to no one either. */
export const SHIPPED = { phone: "(555) 010-0199", email: "hello@porchlight.example", street: "214 Maple Street" };

/** From the environment of the first start. */
export type SeedSettings = { staffEmail?: string | undefined };

/** Throws an error that names what is invalid. */
export function seedFacts({ staffEmail }: SeedSettings = {}): Facts {
  const { figures, team, testimonials } = config;
  const parsed = factsSchema.safeParse({
    ...config,
    claims: {
      ...contactClaims(config.company),
      story: SAMPLE,
      values: SAMPLE,
      questions: SAMPLE,
      privacy: SAMPLE,
      terms: SAMPLE,
      accessibility: SAMPLE,
      permissionWords: SAMPLE,
    },
    staffEmails: [staffEmail ?? config.company.email],
    accent: PALETTES[0],
    logo: null,
    announcement: { text: "", until: "" },
    figures: Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, withClaim(figure)])),
    team: team.map((person) => ({ ...withClaim(person), portrait: null })),
    testimonials: testimonials.map((letter) => ({ ...withClaim(letter), permission: { givenOn: "", how: "" } })),
    story: STORY,
    values: VALUES,
    questions: QUESTIONS,
    privacy: PRIVACY,
    terms: TERMS,
    accessibility: ACCESSIBILITY,
    permissionWords: PERMISSION_WORDS,
    permissionYears: 5,
    privacyRequestDays: 45,
  });
  if (parsed.success) return parsed.data;
  const [wrong] = parsed.error.issues;
  throw new Error(`${CONFIG_FILE}: ${wrong?.path.join(".")}: ${wrong?.message}`);
}

/** What differs from what was shipped is the owner's. */
export function contactClaims({ phone, email, address }: Pick<Facts["company"], "phone" | "email" | "address">) {
  const of = (isShipped: boolean) => (isShipped ? SAMPLE : confirmedByFile(""));
  return {
    phone: of(phone === SHIPPED.phone),
    email: of(email.endsWith(".example")),
    address: of(address.street === SHIPPED.street),
  };
}

/** The shape of site.config.ts, which versions from before claims have too. */
type Confirmable = { confirmed: boolean; source?: string };

export function withClaim<Fact extends Confirmable>({ confirmed, source = "", ...fact }: Fact) {
  return { ...fact, claim: confirmed ? confirmedByFile(source) : { ...SAMPLE, source } };
}

function confirmedByFile(source: string): Claim {
  return { state: "confirmed", source, confirmedBy: CONFIG_FILE, confirmedAt: "" };
}
