import { PALETTES } from "./choices.ts";
import { type Claim, type ClaimState, SAMPLE } from "./claims.ts";
import { CLAIM_NAMES } from "./parts/claimed.ts";
import { type Facts, factsSchema } from "./schema.ts";
import shipped from "./seed.json" with { type: "json" };
import pages from "./shipped/pages.json" with { type: "json" };
import permissionWords from "./shipped/permission-words.json" with { type: "json" };
// The accessibility statement names what test/e2e/visitor/ and src/company/shell/web/contrast.test.ts check.
import texts from "./shipped/texts.json" with { type: "json" };
import words from "./shipped/words.json" with { type: "json" };
import { promiseClaims, promisesOf } from "./words/promises.ts";
import { WORDS_NAMES } from "./words.ts";

/** Phone numbers 555-0100 to 555-0199 and the domain .example are reserved. */
const SHIPPED = { phone: "(555) 010-0199", email: ".example", street: "214 Maple Street", contactPerson: "Dana" };

type Seed = typeof shipped;

type SeedSettings = {
  staffEmail?: string | undefined;
  by?: string;
  now?: Date;
  /** Of words that the seed does not have. */
  words?: ClaimState;
};

/** The function throws an error that names the invalid field. */
export function seedFacts(settings: SeedSettings = {}): Facts {
  return factsOf(shipped, "src/company/facts/seed.json", settings);
}

/** Version 1.0.0 knew fewer rules. The function throws an error that names the invalid field. */
export function factsOfConfig(config: Partial<Seed>, file: string, settings: SeedSettings): Facts {
  const bookingRules = { ...shipped.bookingRules, ...config.bookingRules };
  return factsOf({ ...shipped, ...config, bookingRules }, file, settings);
}

function factsOf(seed: Seed, file: string, { staffEmail, by = "", now, words: state = "sample" }: SeedSettings): Facts {
  const confirmed = (source = ""): Claim => ({
    state: "confirmed",
    source,
    confirmedBy: by,
    confirmedAt: now?.toISOString() ?? "",
  });
  const withClaim = ({ confirmed: isConfirmed, source = "", ...fact }: Confirmable) => ({
    ...fact,
    claim: isConfirmed ? confirmed(source) : { ...SAMPLE, source },
  });
  const ownUnless = (isShipped: boolean) => (isShipped ? SAMPLE : confirmed());
  const figures = Object.fromEntries(
    Object.entries(seed.figures ?? {}).map(([name, figure]) => [name, withClaim(figure)]),
  );
  const parsed = factsSchema.safeParse({
    ...seed,
    claims: {
      ...Object.fromEntries(CLAIM_NAMES.map((name) => [name, SAMPLE])),
      phone: ownUnless(seed.company?.phone === SHIPPED.phone),
      email: ownUnless(String(seed.company?.email).endsWith(SHIPPED.email)),
      address: ownUnless(seed.company?.address?.street === SHIPPED.street),
      contactPerson: ownUnless(seed.company?.contactPerson === SHIPPED.contactPerson),
      areaServed: ownUnless(seed.company?.areaServed === shipped.company.areaServed),
      place: ownUnless(seed.company?.coordinates?.latitude === shipped.company.coordinates.latitude),
      hours: ownUnless(JSON.stringify(hoursOf(seed)) === JSON.stringify(hoursOf(shipped))),
      ...promiseClaims(figures as Facts["figures"]),
      ...Object.fromEntries(WORDS_NAMES.map((name) => [name, { ...SAMPLE, state }])),
    },
    staffEmails: [staffEmail ?? seed.company?.email],
    accent: PALETTES[0],
    logo: null,
    logoDark: null,
    hideEmptySocialLinks: false,
    announcement: { text: "", until: "" },
    figures,
    team: mapped(seed.team, (person) => ({ ...withClaim(person), portrait: null })),
    testimonials: mapped(seed.testimonials, (letter) => ({
      permission: { givenOn: "", how: "" },
      ...withClaim(letter),
    })),
    promises: promisesOf(seed.figures),
    words,
    ...mapTexts(texts),
    permissionWords,
    permissionYears: 5,
    privacyRequestDays: 45,
    pages: pages.map((page) => ({ ...SITUATION, ...mapTexts(page), id: page.slug, claim: { ...SAMPLE, state } })),
    pageAddresses: [],
  });
  if (parsed.success) return parsed.data;
  const [wrong] = parsed.error.issues;
  throw new Error(`${file} is wrong at ${wrong?.path.join(".")}: ${wrong?.message}`);
}

/** The id stays when an owner changes the address. */
const SITUATION = {
  kind: "situation",
  picture: null,
  pictureAlt: "",
  town: "",
  houses: [],
  questions: [],
  end: "call-back",
  menu: "none",
};

/** Long texts are lists of lines, so that a change of one can be read. */
function mapTexts(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isText = (value: unknown): value is string[] => Array.isArray(value) && typeof value[0] === "string";
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isText(value) ? value.join("\n") : value]),
  );
}

type Confirmable = { confirmed: boolean; source?: string };

const hoursOf = ({ timeZone, businessHours }: Pick<Seed, "timeZone" | "businessHours">) => ({
  timeZone,
  businessHours,
});

/** A value that is no list stays, so that the schema names it. */
function mapped<Item>(list: readonly Item[], change: (item: Item) => object): unknown {
  return Array.isArray(list) ? list.map(change) : list;
}
