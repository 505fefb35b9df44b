import { dutiesOfScope } from "#accounts/keys/key.ts";
import { findKeys } from "#accounts/keys/server/store.ts";
import { type LeadKey, type LeadKeyChange, SAMPLE_MINUTES } from "#inquiries/added-leads/lead-key.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { findSettings, writeSettings } from "./store.ts";
import { type LeadKeyRow, toLeadKey } from "./table.ts";

type By = { id: string; actor: string; now: Date };

/** Throws not_found, changed_meanwhile. */
export function changeLeadKey(database: Database, { change, ...by }: By & { change: LeadKeyChange }): Promise<LeadKey> {
  return database.transaction((trx) =>
    write(trx, by, (row, key) => {
      if ((change.version ?? row.version) !== row.version)
        throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { key: toLeadKey(row, key) } });
      const { source, campaign, cost, fields, origins, thanksUrl, aDay } = change;
      const map = fields.map(({ sent, field }) => [sent, field]);
      return {
        source,
        campaign,
        cost_cents: cost,
        fields: JSON.stringify(map),
        origins: JSON.stringify(origins),
        thanks_url: thanksUrl,
        a_day: aDay,
      };
    }),
  );
}

/** The next body within the hour is kept and shown, and adds nothing. Throws not_found. */
export function awaitSample(database: Database, by: By): Promise<LeadKey> {
  const until = new Date(by.now.getTime() + SAMPLE_MINUTES * 60_000);
  return database.transaction((trx) => write(trx, by, () => ({ sample_until: until.toISOString() })));
}

type Key = Awaited<ReturnType<typeof requireLeadKey>>;

async function write(
  trx: Db,
  { id, actor, now }: By,
  changed: (row: LeadKeyRow, key: Key) => Partial<LeadKeyRow>,
): Promise<LeadKey> {
  const key = await requireLeadKey(trx, id);
  await lockNames(trx, [`lead key ${id}`]);
  const before = await findSettings(trx, id);
  const row = { ...before, ...changed(before, key), version: before.version + 1, updated_at: now.toISOString() };
  await writeSettings(trx, row);
  await writeAuditLogEntry(trx, { subject: { kind: "key", id }, actor, action: "changed", now });
  return toLeadKey(row, key);
}

/** Throws not_found if there is no such key, or it adds no leads. */
export async function requireLeadKey(db: Db, id: string) {
  const [key] = await findKeys(db, [id]);
  if (!key || !dutiesOfScope(key.scope, "add").includes("answer")) throw leadKeyNotFound();
  return key;
}

export function leadKeyNotFound(): AppError {
  return new AppError("not_found", "Key not found");
}
