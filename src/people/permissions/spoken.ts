// What staff ask on the phone, as the ledger stores it. What people agree to in forms is in #company/shell/agreements.ts.
import type { Facts } from "#company/facts/schema.ts";
import { CHANNEL_LABELS, type Channel } from "./channels.ts";

const SPOKEN_VERSION = "spoken-1";

/** What staff read aloud on the phone. */
export function spokenQuestion({ company }: Facts): string {
  return `May ${company.name} contact you about your property by phone, by text message or by e-mail? You can stop that at any time, and nothing depends on it.`;
}

/** What the ledger stores of a yes on the phone. */
export function spokenRecord(facts: Facts, channels: readonly Channel[]): { version: string; text: string } {
  const answer = channels.map((channel) => CHANNEL_LABELS[channel].toLowerCase()).join(", ");
  return {
    version: SPOKEN_VERSION,
    text: `Asked on the phone: “${spokenQuestion(facts)}” They said yes to: ${answer}.`,
  };
}
