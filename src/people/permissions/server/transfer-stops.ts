import { stoppedChannels } from "#people/permissions/permission.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { findState, lockPeople, storeText, writeAgreements } from "./ledger.ts";
import { type Person, personKeys } from "./person-keys.ts";

type Correction = { before: Person; after: Person; actor: string; now: Date };

const TEXT = { version: "", text: "Stopped before the e-mail address or the phone number was corrected" };

/** Stops apply to the corrected address and number; agreements do not, because the person gave them for the earlier ones. */
export async function stopTransfer(database: Database): Promise<(trx: Db, correction: Correction) => Promise<void>> {
  const keys = await personKeys(database);
  const textId = await storeText(database, TEXT);
  return async (trx, { before, after, actor, now }) => {
    const hashes = keys.of(after);
    await lockPeople(trx, [keys.of(before)]);
    const stopped = stoppedChannels(await findState(trx, keys.of(before)));
    const present = stoppedChannels(await findState(trx, hashes));
    const lost = stopped.filter((channel) => !present.includes(channel));
    if (lost.length === 0) return;
    await writeAgreements(trx, [
      {
        hashes,
        details: { email: after.email, phone: after.phone },
        record: { kind: "stop", id: newId() },
        entries: lost.map((channel) => ({ channel, action: "revoked", purpose: "any", textId })),
        origin: "correction",
        actor,
        at: now.toISOString(),
      },
    ]);
  };
}
