import { type Board, MAX_PREVIEW } from "#deals/follow-up/admin.ts";
import { isEnded, STAGES } from "#people/leads/lead.ts";
import { countByStage, countDormant, listStageIds } from "#people/leads/server/lead-lists.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readLeads } from "./read-leads.ts";

type Query = {
  today: string;
  /** Limits the open leads to those whose next step is this account's; undefined for all. */
  assignee: string | undefined;
};

export async function readBoard(database: Database, { today, assignee }: Query): Promise<Omit<Board, "success">> {
  const counts = await countByStage(database.read, assignee);
  const idsOf = new Map<string, string[]>();
  for (const stage of STAGES)
    if (counts.get(stage)?.count)
      idsOf.set(stage, await listStageIds(database.read, { stage, isEnded: isEnded(stage), assignee }, MAX_PREVIEW));
  const leads = await readLeads(database, [...idsOf.values()].flat(), today);
  return {
    today,
    dormant: await countDormant(database.read),
    stages: STAGES.map((stage) => ({
      stage,
      count: counts.get(stage)?.count ?? 0,
      sumCents: counts.get(stage)?.cents ?? 0,
      leads: leads.filter(({ _id }) => idsOf.get(stage)?.includes(_id)),
    })),
  };
}
