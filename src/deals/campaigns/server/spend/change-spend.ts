import {
  campaignNameOf,
  campaignText,
  monthText,
  type PresentAmount,
  type SpendEntry,
} from "#deals/campaigns/spend.ts";
import { AppError } from "#platform/errors.ts";
import { formatCents } from "#platform/money.ts";
import { writeAuditLogEntries } from "#platform/server/audit-log.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { findAmounts, keyOf, setAmounts } from "./store.ts";

/** All amounts share one history. */
export const SPEND_SUBJECT = { kind: "spend", id: "all" };
const TWICE = "This campaign and month is in the list twice";
/** A look-up has three conditions per amount, and databases plan deep conditions slowly. */
const LOOKUP_CHUNK_ROWS = 50;

/** Sets all amounts or none. Returns how many changed. Throws changed_meanwhile with current amounts, invalid_input. */
export async function changeSpend(
  database: Database,
  request: { entries: readonly SpendEntry[]; actor: string; now: Date },
): Promise<number> {
  const entries = request.entries.map((entry) => ({ ...entry, ...campaignNameOf(entry) }));
  requireUnique(entries);
  return database.transaction(async (trx) => {
    await lockNames(trx, ["campaign spend"]);
    return setSpend(trx, { ...request, entries });
  });
}

async function setSpend(
  trx: Db,
  { entries, actor, now }: { entries: readonly SpendEntry[]; actor: string; now: Date },
): Promise<number> {
  const at = now.toISOString();
  let changed = 0;
  for (const some of chunksOf(entries, LOOKUP_CHUNK_ROWS)) {
    const known = await findAmounts(trx, some);
    const present = some.map((entry): PresentAmount => {
      const { cents = null, version = 0 } = known.get(keyOf(entry)) ?? {};
      const { source, campaign, month } = entry;
      return { source, campaign, month, cents, version };
    });
    const stale = present.filter((amount, index) => (some[index]?.version ?? amount.version) !== amount.version);
    if (stale.length > 0) throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { amounts: stale } });
    const changes = some.flatMap(({ cents }, index) => {
      const before = present[index];
      return before && before.cents !== cents ? [{ before, cents }] : [];
    });
    if (changes.length === 0) continue;
    await setAmounts(
      trx,
      changes.map(({ before, cents }) => ({
        ...before,
        cents,
        version: before.version + 1,
        created_at: at,
        updated_at: at,
      })),
    );
    await writeAuditLogEntries(
      trx,
      changes.map(({ before, cents }) => ({
        subject: SPEND_SUBJECT,
        actor,
        now,
        action: "changed" as const,
        to: changeText(before, cents),
      })),
    );
    changed += changes.length;
  }
  return changed;
}

function requireUnique(entries: readonly SpendEntry[]): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry);
    if (seen.has(key)) throw new AppError("invalid_input", TWICE, { fields: { [`entries.${index}.month`]: TWICE } });
    seen.add(key);
  }
}

/** "spring (google), Nov 2026: from $900 to $1,250" */
function changeText(before: PresentAmount, cents: number | null): string {
  const amount = cents === null ? "removed" : formatCents(cents);
  const change = before.cents === null ? amount : `from ${formatCents(before.cents)} to ${amount}`;
  return `${campaignText(before)}, ${monthText(before.month)}: ${change}`;
}
