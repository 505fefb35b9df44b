import { storedSchema } from "#platform/shapes.ts";
import { type Facts, factsSchema } from "./schema.ts";
import { seedFacts } from "./seed.ts";
import { promiseClaims, promisesOf } from "./words/promises.ts";
import { completeWords, hasAllWords } from "./words.ts";

export type CompanyVersion = {
  number: number;
  facts: Facts;
  changes: string;
  publishedBy: string;
  publishedAt: string;
};

/** Facts whose parts later versions have added to. */
const PARTS = ["leads", "permissionWords", "claims", "promises"] as const;

type Known = { present: Facts } | { seed: Facts };

/** A fact that an older version did not store has its present value or, at an upgrade, that of a new site. */
export function readFacts(stored: string, known: Known = { seed: seedFacts() }): Facts {
  const found: Partial<Facts> = JSON.parse(stored);
  // Most stored facts are complete, and a start waits for this check.
  const isComplete =
    Object.keys(factsSchema.shape).every((name) => name in found) &&
    PARTS.every((part) => Object.keys(factsSchema.shape[part].shape).every((name) => name in (found[part] ?? {}))) &&
    hasAllWords(found.words);
  const parsed = storedSchema(factsSchema).safeParse(isComplete ? found : complete(found, known));
  if (parsed.success) return parsed.data as Facts;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")} (${message})`);
  throw new Error(`The stored facts of the company cannot be read: ${wrong.join(", ")}`);
}

/** What a site showed before it became a fact is shown on, and the owner is asked to confirm it. */
function leftClaims(found: Partial<Facts>, { hero: left }: Facts["claims"]): Partial<Facts["claims"]> {
  return {
    contactPerson: left,
    areaServed: left,
    place: left,
    hours: left,
    ...(found.figures && promiseClaims(found.figures)),
  };
}

function complete(found: Partial<Facts>, known: Known): Facts {
  const missing = "present" in known ? known.present : known.seed;
  const { claims, leads, permissionWords } = missing;
  // A site that is upgraded keeps its one reminder, until its owner chooses two.
  const isUpgrade = "seed" in known && found.leads;
  const rules = { ...leads, ...(isUpgrade && { escalateAfterBusinessMinutes: null }), ...found.leads };
  const isSeeded = "seed" in known && !found.promises;
  return {
    ...missing,
    ...found,
    claims: { ...claims, ...(isSeeded && leftClaims(found, claims)), ...found.claims },
    promises: { ...(isSeeded ? promisesOf(found.figures) : missing.promises), ...found.promises },
    words: completeWords(missing.words, found.words),
    leads: rules,
    permissionWords: { ...permissionWords, ...found.permissionWords },
  };
}
