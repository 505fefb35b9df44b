import { type Board, type LeadPreview, MAX_PREVIEW, type Today } from "#deals/follow-up/admin.ts";
import { isEnded, STAGES } from "#people/leads/lead.ts";
import {
  countByStage,
  type Found,
  listDueIds,
  listIdsWithoutStep,
  listStageIds,
} from "#people/leads/server/lead-lists.ts";
import { addDays } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readLeads } from "./read-leads.ts";
import { hasMorningMail } from "./store.ts";

const DAYS_AHEAD = 6;

type DayQuery = {
  today: string;
  /** Limits next steps to those of this account; undefined for all. */
  assignee: string | undefined;
};

/** Leads without a next step are listed for everybody, because they have no assignee. */
export async function readToday(
  database: Database,
  { today, assignee, callerId }: DayQuery & { callerId: string },
): Promise<Omit<Today, "success">> {
  const db = database.read;
  const until = addDays(today, DAYS_AHEAD);
  const due = (from: string | undefined, to: string) =>
    listDueIds(db, { ...(from !== undefined && { from }), to, assignee }, MAX_PREVIEW);
  const parts = {
    withoutStep: await listIdsWithoutStep(db, MAX_PREVIEW),
    overdue: await due(undefined, addDays(today, -1)),
    dueToday: await due(today, today),
    week: await due(addDays(today, 1), until),
  };
  const leads = await readLeads(
    database,
    Object.values(parts).flatMap(({ ids }) => ids),
  );
  const toPreview = ({ ids, total }: Found): LeadPreview => ({
    count: total,
    leads: leads.filter(({ _id }) => ids.includes(_id)),
  });
  return {
    today,
    until,
    withoutStep: toPreview(parts.withoutStep),
    overdue: toPreview(parts.overdue),
    dueToday: toPreview(parts.dueToday),
    week: toPreview(parts.week),
    morningMail: await hasMorningMail(db, callerId),
  };
}

export async function readBoard(database: Database, { today, assignee }: DayQuery): Promise<Omit<Board, "success">> {
  const counts = await countByStage(database.read, assignee);
  const idsOf = new Map<string, string[]>();
  for (const stage of STAGES)
    if (counts.get(stage))
      idsOf.set(stage, await listStageIds(database.read, { stage, isEnded: isEnded(stage), assignee }, MAX_PREVIEW));
  const leads = await readLeads(database, [...idsOf.values()].flat());
  return {
    today,
    stages: STAGES.map((stage) => ({
      stage,
      count: counts.get(stage) ?? 0,
      leads: leads.filter(({ _id }) => idsOf.get(stage)?.includes(_id)),
    })),
  };
}
