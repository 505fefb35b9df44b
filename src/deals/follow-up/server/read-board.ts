import { type Board, MAX_PREVIEW } from "#deals/follow-up/admin.ts";
import { isEnded, STAGES } from "#people/leads/lead.ts";
import { countByStage, countDormant, listStageIds } from "#people/leads/server/lead-lists.ts";
import type { Database } from "#platform/server/database/database.ts";
import { together } from "#platform/server/database/queries/together.ts";
import { readLeads } from "./read-leads.ts";

type Query = {
  today: string;
  /** Limits the open leads to those whose next step is this account's; undefined for all. */
  assignee: string | undefined;
};

export async function readBoard(database: Database, { today, assignee }: Query): Promise<Omit<Board, "success">> {
  return database.view(async (db) => {
    const [counts, dormant, ids] = await together([
      countByStage(db, assignee),
      countDormant(db),
      together(STAGES.map((stage) => listStageIds(db, { stage, isEnded: isEnded(stage), assignee }, MAX_PREVIEW))),
    ]);
    const leads = await readLeads({ database, db }, ids.flat(), today);
    return {
      today,
      dormant,
      stages: STAGES.map((stage, index) => ({
        stage,
        count: counts.get(stage)?.count ?? 0,
        sumCents: counts.get(stage)?.cents ?? 0,
        leads: leads.filter(({ _id }) => ids[index]?.includes(_id)),
      })),
    };
  });
}
