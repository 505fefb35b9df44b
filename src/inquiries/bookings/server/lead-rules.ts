import { currentFacts } from "#company/facts/facts.ts";
import { type LeadRules, leadRules } from "#people/leads/inquiry.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readRules } from "./availability/store.ts";

/** Includes the owner's closures, because leads do not age on them. */
export function leadRulesReader(database: Database): () => Promise<LeadRules> {
  return async () => leadRules(currentFacts(), (await readRules(database.read)).closures);
}
