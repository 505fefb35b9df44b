// A published version of the facts, and how what is stored of it is read.
import { storedSchema } from "#platform/shapes.ts";
import { type Facts, factsSchema } from "./schema.ts";
import { contactClaims, seedFacts, withClaim } from "./seed.ts";

export type CompanyVersion = {
  number: number;
  facts: Facts;
  changes: string;
  publishedBy: string;
  publishedAt: string;
};

/** What is stored of a version, and who published it. */
type Stored = { facts: string; by: string; at: string };

/**
 * A fact that an older version did not store has its value of `known`, by default that of site.config.ts. Throws an error
 * that names what is invalid.
 */
export function readFacts({ facts, by, at }: Stored, known?: Facts): Facts {
  const found = JSON.parse(facts);
  // Nearly always, and a start waits for it.
  const isComplete = Object.keys(factsSchema.shape).every((name) => name in found);
  const completed = isComplete ? found : complete(found, known ?? seedFacts(), { by, at });
  const parsed = storedSchema(factsSchema).safeParse(completed);
  if (parsed.success) return parsed.data as Facts;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")} (${message})`);
  throw new Error(`The stored facts of the company cannot be read: ${wrong.join(", ")}`);
}

function complete(found: Partial<Facts>, known: Facts, by: Omit<Stored, "facts">): object {
  const claims = { ...known.claims, ...found.claims };
  return { ...known, ...found, claims, ...withClaims(found as Partial<Facts & BeforeClaims>, by) };
}

type Unclaimed = { confirmed: boolean; source?: string };
type BeforeClaims = {
  company: Facts["company"];
  figures: Record<string, Unclaimed>;
  team: Unclaimed[];
  testimonials: Unclaimed[];
};

/** The first versions knew only whether a claim is confirmed. */
function withClaims(found: Partial<Facts & BeforeClaims>, { by, at }: Omit<Stored, "facts">): object {
  if (found.claims) return {};
  const claimed = <Fact extends Unclaimed>(fact: Fact) => {
    const { claim, ...rest } = withClaim(fact);
    return { ...rest, claim: claim.state === "confirmed" ? { ...claim, confirmedBy: by, confirmedAt: at } : claim };
  };
  const { company, figures, team, testimonials } = found as Partial<BeforeClaims>;
  return {
    ...(company && { claims: { ...seedFacts().claims, ...contactClaims(company) } }),
    ...(figures && {
      figures: Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, claimed(figure)])),
    }),
    ...(team && { team: team.map((person) => ({ ...claimed(person), portrait: null })) }),
    ...(testimonials && {
      testimonials: testimonials.map((letter) => ({ ...claimed(letter), permission: { givenOn: "", how: "" } })),
    }),
  };
}
