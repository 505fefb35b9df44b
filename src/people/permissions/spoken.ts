import type { Facts } from "#company/facts/schema.ts";
import { CHANNEL_LABELS, type Channel } from "./channels.ts";

const SPOKEN_VERSION = "spoken-1";

export function spokenQuestion({ company }: Facts): string {
  return `May ${company.name} contact you about your property by phone, by text message or by e-mail? You can stop that at any time, and nothing depends on it.`;
}

export function spokenRecord(facts: Facts, channels: readonly Channel[]): { version: string; text: string } {
  const answer = channels.map((channel) => CHANNEL_LABELS[channel].toLowerCase()).join(", ");
  return {
    version: SPOKEN_VERSION,
    text: `Asked on the phone: “${spokenQuestion(facts)}” They said yes to: ${answer}.`,
  };
}
