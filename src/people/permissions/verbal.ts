import type { Facts } from "#company/facts/schema.ts";
import { CHANNEL_LABELS, type Channel } from "./channels.ts";

const VERBAL_VERSION = "spoken-1";

export function verbalQuestion({ company }: Facts): string {
  return `May ${company.name} contact you about your property by phone, by text message or by e-mail? You can stop that at any time, and nothing depends on it.`;
}

export function verbalRecord(facts: Facts, channels: readonly Channel[]): { version: string; text: string } {
  const answer = channels.map((channel) => CHANNEL_LABELS[channel].toLowerCase()).join(", ");
  return {
    version: VERBAL_VERSION,
    text: `Asked on the phone: “${verbalQuestion(facts)}” They said yes to: ${answer}.`,
  };
}
