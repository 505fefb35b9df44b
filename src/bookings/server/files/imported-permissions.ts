import { headingOf } from "#bookings/facts.ts";
import { STOPPED_IN_FILES } from "#permissions/permission.ts";
import {
  type Act,
  linesOfUnknown,
  type NewLine,
  type PermissionsTables,
  personKeys,
  storeWords,
} from "#permissions/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { ImportedBooking } from "./read-booking-line.ts";

type By = { actor: string; now: Date };

/**
 * What the ledger keeps of imported bookings. Nobody has shown us what these people agreed to, so a permission that the file
 * names is unknown; a stop that it names is one.
 */
export async function actsOfImported(
  database: Database<PermissionsTables>,
  drafts: readonly ImportedBooking[],
  { actor, now }: By,
): Promise<(draft: ImportedBooking, id: string) => Act> {
  const keys = await personKeys(database);
  const linesOf = new Map<ImportedBooking, NewLine[]>();
  for (const draft of drafts)
    linesOf.set(draft, [
      ...(await linesOfUnknown(database, "booking", draft.consent)),
      ...(await linesOfStops(database, draft)),
    ]);
  return (draft, id) => ({
    hashes: keys.of(draft),
    details: { email: draft.email, phone: draft.phone },
    record: { kind: "booking", id },
    lines: linesOf.get(draft) ?? [],
    said: "import",
    actor,
    at: draft.consent?.at ?? now.toISOString(),
  });
}

async function linesOfStops(database: Database<PermissionsTables>, { stopped }: ImportedBooking): Promise<NewLine[]> {
  if (stopped.length === 0) return [];
  const text = `${headingOf("stopped")}: ${stopped.map((channel) => STOPPED_IN_FILES[channel]).join(", ")}`;
  const wordsId = await storeWords(database, { version: "", text });
  return stopped.map((channel) => ({ channel, action: "revoked", purpose: "any", wordsId }));
}
