import type { CampaignName } from "#deals/campaigns/spend.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { CampaignSpendTable } from "../table.ts";

export type Amount = CampaignName & { month: string; cents: number };
export type AmountKey = Pick<CampaignSpendTable, "source" | "campaign" | "month">;

export function keyOf({ source, campaign, month }: AmountKey): string {
  return JSON.stringify([source, campaign, month]);
}

/** Without limits, lists all months. Leaves out removed amounts. */
export async function listSpend(
  db: Db,
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<(Amount & { version: number })[]> {
  let rows = db
    .selectFrom("campaign_spend")
    .select(["source", "campaign", "month", "cents", "version"])
    .where("cents", "is not", null)
    .$narrowType<{ cents: number }>();
  if (from) rows = rows.where("month", ">=", from);
  if (to) rows = rows.where("month", "<=", to);
  return rows.execute();
}

/** Includes removed amounts. */
export async function findAmounts(
  db: Db,
  keys: readonly AmountKey[],
): Promise<Map<string, Pick<CampaignSpendTable, "cents" | "version">>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("campaign_spend")
    .select(["source", "campaign", "month", "cents", "version"])
    .where((is) => is.or(keys.map(({ source, campaign, month }) => is.and({ source, campaign, month }))))
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

export async function setAmounts(trx: Db, rows: readonly CampaignSpendTable[]): Promise<void> {
  await trx
    .insertInto("campaign_spend")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(["source", "campaign", "month"]).doUpdateSet((is) => ({
        cents: is.ref("excluded.cents"),
        version: is.ref("excluded.version"),
        updated_at: is.ref("excluded.updated_at"),
      })),
    )
    .execute();
}
