import { readWaits } from "#inquiries/roster/server/read-waits.ts";
import type { Lead } from "#people/leads/lead.ts";
import { countUnanswered, type Log } from "#people/leads/log.ts";
import { familyOf, findFamilies } from "#people/leads/server/leads.ts";
import { listLog, planAfter } from "#people/leads/server/log.ts";
import { findOpenStep } from "#people/leads/server/next-steps.ts";
import type { Database } from "#platform/server/database/database.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { leadNotFound } from "./change-lead.ts";

/** With what the plan of tries proposes after one more without an answer. Throws not_found. */
export function showLog(database: Database, leadId: string, now: Date): Promise<Omit<Log, "success">> {
  return database.view(async (db) => {
    const families = await findFamilies(db, { ids: [leadId] });
    const lead = families.seen([leadId]).get(leadId);
    if (!lead) throw leadNotFound();
    return readLog(db, { lead, leadIds: familyOf(lead.id, families), now });
  });
}

type Query = {
  lead: Lead;
  /** Of all that are joined. */
  leadIds: readonly string[];
  now: Date;
};

export async function readLog(db: Db, { lead, leadIds, now }: Query): Promise<Omit<Log, "success">> {
  const { id: _id, stage, property, version } = lead;
  const { state } = property;
  const [nextStep, log, waits] = await together([
    findOpenStep(db, _id),
    listLog(db, leadIds),
    readWaits(db, [_id], now),
  ]);
  const wait = waits.get(_id);
  const tries = log.filter(({ outcome }) => outcome !== "note").length;
  return {
    lead: { _id, stage, tries, ...(state && { state }), ...(nextStep && { nextStep }), version },
    plan: planAfter({ unanswered: countUnanswered(log), state, now }),
    ...(wait && { wait }),
    log,
  };
}
