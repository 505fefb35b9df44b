import { readWaits } from "#inquiries/roster/server/read-waits.ts";
import { countUnanswered, type Log } from "#people/leads/log.ts";
import { planAfter } from "#people/leads/server/log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readLog } from "./log/write-log.ts";

/** With what the plan of tries proposes after one more without an answer. Throws not_found. */
export async function showLog(database: Database, leadId: string, now: Date): Promise<Omit<Log, "success">> {
  const { lead, nextStep, log } = await readLog(database, leadId);
  const { id: _id, stage, property, version } = lead;
  const { state } = property;
  const wait = (await readWaits(database.read, [_id], now)).get(_id);
  const tries = log.filter(({ outcome }) => outcome !== "note").length;
  return {
    lead: { _id, stage, tries, ...(state && { state }), ...(nextStep && { nextStep }), version },
    plan: planAfter({ unanswered: countUnanswered(log), state, now }),
    ...(wait && { wait }),
    log,
  };
}
