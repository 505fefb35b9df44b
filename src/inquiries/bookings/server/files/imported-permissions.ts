import { headingOf } from "#inquiries/bookings/facts.ts";
import { STOPPED_IN_FILES } from "#people/permissions/permission.ts";
import { linesOfUnknown } from "#people/permissions/server/agreements.ts";
import { type Act, listKnownRecords, type NewLine, storeWords } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { ImportedBooking } from "./read-booking-line.ts";

type By = { actor: string; now: Date };

/**
 * What the ledger keeps of imported bookings. Nobody has shown us what these people agreed to, so a permission that the file
 * names is unknown, from when it says; a stop that it names is one, from now on.
 */
export async function actsOfImported(
  database: Database,
  drafts: readonly ImportedBooking[],
  { actor, now }: By,
): Promise<(draft: ImportedBooking, id: string) => Act[]> {
  const keys = await personKeys(database);
  const linesOf = new Map<ImportedBooking, { unknown: NewLine[]; stops: NewLine[] }>();
  for (const draft of drafts)
    linesOf.set(draft, {
      unknown: await linesOfUnknown(database, "booking", draft.consent),
      stops: await linesOfStops(database, draft),
    });
  // Of erased bookings: the lines of another person must not show this one's address.
  const known = await listKnownRecords(
    database.read,
    drafts.flatMap(({ id }) => id ?? []),
  );
  return (draft, id) => {
    const { unknown = [], stops = [] } = linesOf.get(draft) ?? {};
    const act = { hashes: keys.of(draft), record: { kind: "booking", id }, said: "import" as const, actor };
    const details = known.has(id) ? undefined : { email: draft.email, phone: draft.phone };
    return [
      { ...act, details, lines: unknown, at: draft.consent?.at ?? now.toISOString() },
      { ...act, details: undefined, lines: stops, at: now.toISOString() },
    ];
  };
}

async function linesOfStops(database: Database, { stopped }: ImportedBooking): Promise<NewLine[]> {
  if (stopped.length === 0) return [];
  const text = `${headingOf("stopped")}: ${stopped.map((channel) => STOPPED_IN_FILES[channel]).join(", ")}`;
  const wordsId = await storeWords(database, { version: "", text });
  return stopped.map((channel) => ({ channel, action: "revoked", purpose: "any", wordsId }));
}
