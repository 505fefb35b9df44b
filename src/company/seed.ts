// The only reader of site.config.ts besides an old migration: its facts are the first version of a new database.
import * as config from "#site";
import { type Facts, factsSchema } from "./schema.ts";

/** Throws an error that names what is invalid. */
export function seedFacts(): Facts {
  const parsed = factsSchema.safeParse(config);
  if (parsed.success) return parsed.data;
  const [wrong] = parsed.error.issues;
  throw new Error(`site.config.ts: ${wrong?.path.join(".")}: ${wrong?.message}`);
}
