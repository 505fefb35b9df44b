import { currentFacts } from "#company/facts/facts.ts";
import { findShownWords } from "#company/facts/server/store.ts";
import { type Agreement, recordOf, type Shown, shownNow } from "#company/shell/agreements.ts";
import type { Channel } from "#people/permissions/channels.ts";
import type { Notice, Purpose } from "#people/permissions/permission.ts";
import { verbalRecord } from "#people/permissions/verbal.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type NewEntry, type StoredText, storeText } from "./ledger.ts";

const SCOPES: Record<Agreement, { channels: readonly Channel[]; purpose: Purpose }> = {
  booking: { channels: ["call", "email"], purpose: "property" },
  text: { channels: ["text"], purpose: "property" },
  message: { channels: ["email", "call"], purpose: "answer" },
  callBack: { channels: ["call"], purpose: "one-call" },
};

export async function agreedEntries(
  database: Database,
  agreement: Agreement,
  { shown, channels = SCOPES[agreement].channels }: { shown: Shown; channels?: readonly Channel[] },
): Promise<NewEntry[]> {
  const text = recordOf(agreement, shown);
  const textId = await storeText(database, { version: shown.words.version, text });
  const { purpose } = SCOPES[agreement];
  return channels.map((channel) => ({ channel, action: "given", purpose, textId }));
}

/** Of a form without a box. The permission is unknown if no published version has these words. */
export async function noticedEntries(
  database: Database,
  agreement: Agreement,
  notice: Notice | undefined,
): Promise<NewEntry[]> {
  const shown =
    notice &&
    (notice.siteVersion === undefined ? shownNow(currentFacts()) : await findShownWords(database, notice.siteVersion));
  return shown?.words?.version === notice?.version && shown?.words[agreement]
    ? agreedEntries(database, agreement, { shown })
    : unknownEntries(database, agreement);
}

export async function unknownEntries(database: Database, agreement: Agreement, text?: StoredText): Promise<NewEntry[]> {
  const textId = await storeText(database, text);
  const { channels, purpose } = SCOPES[agreement];
  return channels.map((channel) => ({ channel, action: "unknown", purpose, textId }));
}

export async function verbalEntries(database: Database, channels: readonly Channel[]): Promise<NewEntry[]> {
  if (channels.length === 0) return [];
  const textId = await storeText(database, verbalRecord(currentFacts(), channels));
  return channels.map((channel) => ({ channel, action: "given", purpose: "property", textId }));
}
