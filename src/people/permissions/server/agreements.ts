import { currentFacts } from "#company/facts/facts.ts";
import { type Agreement, recordOf, type Shown } from "#company/shell/agreements.ts";
import type { Channel } from "#people/permissions/channels.ts";
import type { Purpose } from "#people/permissions/permission.ts";
import { spokenRecord } from "#people/permissions/spoken.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type NewLine, storeWords, type Words } from "./ledger.ts";

const SCOPES: Record<Agreement, { channels: readonly Channel[]; purpose: Purpose }> = {
  booking: { channels: ["call", "email"], purpose: "property" },
  text: { channels: ["text"], purpose: "property" },
  message: { channels: ["email", "call"], purpose: "answer" },
};

export async function linesOfAgreement(
  database: Database,
  agreement: Agreement,
  { shown, channels = SCOPES[agreement].channels }: { shown: Shown; channels?: readonly Channel[] },
): Promise<NewLine[]> {
  const text = recordOf(agreement, shown);
  const wordsId = await storeWords(database, { version: shown.words.version, text });
  const { purpose } = SCOPES[agreement];
  return channels.map((channel) => ({ channel, action: "given", purpose, wordsId }));
}

export async function linesOfUnknown(database: Database, agreement: Agreement, words?: Words): Promise<NewLine[]> {
  const wordsId = await storeWords(database, words);
  const { channels, purpose } = SCOPES[agreement];
  return channels.map((channel) => ({ channel, action: "unknown", purpose, wordsId }));
}

export async function linesOfSpoken(database: Database, channels: readonly Channel[]): Promise<NewLine[]> {
  if (channels.length === 0) return [];
  const wordsId = await storeWords(database, spokenRecord(currentFacts(), channels));
  return channels.map((channel) => ({ channel, action: "given", purpose: "property", wordsId }));
}
