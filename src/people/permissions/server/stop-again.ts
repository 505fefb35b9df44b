import type { RemovalsTable } from "#delivery/removals/server/table.ts";
import { CHANNELS, type Channel } from "#people/permissions/channels.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import { type Act, storeWords, writeActs } from "./ledger.ts";

const WORDS = { version: "", text: "Stopped after the backup was made from which this site was restored" };
const RESTORE = "restore";
const CHUNK_ACTS = 100;

/** The hashes of the journal are valid here, because backups keep the ledger's key. Returns for how many people. */
export async function stopAgain(
  database: Database,
  stops: readonly Pick<RemovalsTable, "at" | "subject" | "detail">[],
): Promise<number> {
  const latest = new Map<string, { at: string; channels: Set<string> }>();
  for (const { at, subject, detail } of stops) {
    const channels = latest.get(subject)?.channels ?? new Set();
    latest.set(subject, { at, channels: channels.union(new Set(detail.split(" "))) });
  }
  const wordsId = await storeWords(database, WORDS);
  const acts = [...latest].map(([subject, { at, channels }]): Act => {
    const [email, phone] = subject.split(":");
    const stopped: Channel[] = CHANNELS.filter((channel) => channels.has(channel));
    return {
      hashes: { email: email || undefined, phone: phone || undefined },
      details: undefined,
      record: { kind: "stop", id: newId() },
      lines: stopped.map((channel) => ({ channel, action: "revoked", purpose: "any", wordsId })),
      said: "restore",
      actor: RESTORE,
      at,
    };
  });
  for (const some of chunksOf(acts, CHUNK_ACTS)) await database.transaction((trx) => writeActs(trx, some));
  return acts.length;
}
