import type { RemovalsTable } from "#delivery/removals/server/table.ts";
import { CHANNELS, type Channel } from "#people/permissions/channels.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import { type NewAgreement, storeText, writeAgreements } from "./ledger.ts";

const TEXT = { version: "", text: "Stopped after the backup was made from which this site was restored" };
const RESTORE = "restore";
const CHUNK_SIZE = 100;

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
  const textId = await storeText(database, TEXT);
  const agreements = [...latest].map(([subject, { at, channels }]): NewAgreement => {
    const [email, phone] = subject.split(":");
    const stopped: Channel[] = CHANNELS.filter((channel) => channels.has(channel));
    return {
      hashes: { email: email || undefined, phone: phone || undefined },
      details: undefined,
      record: { kind: "stop", id: newId() },
      entries: stopped.map((channel) => ({ channel, action: "revoked", purpose: "any", textId })),
      origin: "restore",
      actor: RESTORE,
      at,
    };
  });
  for (const some of chunksOf(agreements, CHUNK_SIZE)) await database.transaction((trx) => writeAgreements(trx, some));
  return agreements.length;
}
