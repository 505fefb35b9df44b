import { headingOf } from "#inquiries/bookings/columns.ts";
import { STOPPED_IN_FILES } from "#people/permissions/permission.ts";
import { unknownEntries } from "#people/permissions/server/agreements.ts";
import { listKnownRecords } from "#people/permissions/server/consents.ts";
import { type NewAgreement, type NewEntry, storeText } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { ImportedBooking } from "./read-booking-line.ts";

type By = { actor: string; now: Date };

/**
 * Nobody has shown us what these people agreed to, so a permission that the file names is recorded as unknown, with
 * its date. A stop that it names is recorded from now on.
 */
export async function agreementsOfImported(
  database: Database,
  drafts: readonly ImportedBooking[],
  { actor, now }: By,
): Promise<(draft: ImportedBooking, id: string) => NewAgreement[]> {
  const keys = await personKeys(database);
  const entriesOf = new Map<ImportedBooking, { unknown: NewEntry[]; stops: NewEntry[] }>();
  for (const draft of drafts)
    entriesOf.set(draft, {
      unknown: await unknownEntries(database, "booking", draft.consent),
      stops: await entriesOfStops(database, draft),
    });
  // The ledger may know the id of an erased booking, whose entries must not show another person's address.
  const known = await listKnownRecords(
    database.read,
    drafts.flatMap(({ id }) => id ?? []),
  );
  return (draft, id) => {
    const { unknown = [], stops = [] } = entriesOf.get(draft) ?? {};
    const agreement = { hashes: keys.of(draft), record: { kind: "booking", id }, origin: "import" as const, actor };
    const details = known.has(id) ? undefined : { email: draft.email, phone: draft.phone };
    return [
      { ...agreement, details, entries: unknown, at: draft.consent?.at ?? now.toISOString() },
      { ...agreement, details: undefined, entries: stops, at: now.toISOString() },
    ];
  };
}

async function entriesOfStops(database: Database, { stopped }: ImportedBooking): Promise<NewEntry[]> {
  if (stopped.length === 0) return [];
  const text = `${headingOf("stopped")}: ${stopped.map((channel) => STOPPED_IN_FILES[channel]).join(", ")}`;
  const textId = await storeText(database, { version: "", text });
  return stopped.map((channel) => ({ channel, action: "revoked", purpose: "any", textId }));
}
