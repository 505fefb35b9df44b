import type { Attribution, Touch } from "#people/leads/attribution.ts";
import type { Amounts, Lead, Milestone } from "#people/leads/lead.ts";
import { objectOf } from "#platform/server/database/columns.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { attributionColumns, visitOf } from "./inquiries/table.ts";
import { LEAD_COLUMNS } from "./table.ts";

export type LeadSource = {
  visit: Attribution;
  isVerbal: boolean;
  outcome: Pick<Lead, Milestone> & Pick<Amounts, "contractCents" | "closingCents">;
};

export async function listLeadSources(
  db: Db,
  { touch, from, to }: { touch: Touch; from: Date; to: Date },
): Promise<LeadSource[]> {
  const rows = await db
    .selectFrom("leads")
    .select(["source_said", "met_at", "offered_at", "contract_at", "closed_at", "contract_cents", "closing_cents"])
    .select(attributionColumns(touch))
    .where("joined_into", "is", null)
    .where("created_at", ">=", from.toISOString())
    .where("created_at", "<", to.toISOString())
    .execute();
  return rows.map((row) => ({
    visit: visitOf(row, touch),
    isVerbal: row.source_said === 1,
    outcome: objectOf(LEAD_COLUMNS, row) as LeadSource["outcome"],
  }));
}

export async function countLeadsBySource(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ source: string; situation: string | null; count: number }[]> {
  return db
    .selectFrom("leads")
    .select((select) => ["source", "situation", select.fn.countAll<number>().as("count")])
    .where("joined_into", "is", null)
    .where("created_at", ">=", from.toISOString())
    .where("created_at", "<", to.toISOString())
    .groupBy(["source", "situation"])
    .execute();
}

/** How each of these leads was found. */
export async function findVisits(db: Db, ids: readonly string[]): Promise<Map<string, Attribution>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("leads")
    .select("id")
    .select(attributionColumns("first"))
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, visitOf(row, "first")]));
}

/** How many leads were met, got an offer and signed in that time, whenever they came. */
export async function countReached(db: Db, { from, to }: { from: Date; to: Date }) {
  const count = async (milestone: "met_at" | "offered_at" | "contract_at") => {
    const { count } = await db
      .selectFrom("leads")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where(milestone, ">=", from.toISOString())
      .where(milestone, "<", to.toISOString())
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  return { met: await count("met_at"), offers: await count("offered_at"), contracts: await count("contract_at") };
}
