import { FollowUpError } from "#deals/follow-up/errors.ts";
import { isAsleep, isEnded, type Lead, NO_DAY } from "#people/leads/lead.ts";
import { dropNextStep } from "#people/leads/server/next-steps.ts";
import { updateLead } from "#people/leads/server/stage.ts";
import { addDays, formatDay } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type LeadChange, requireUnchanged } from "../change-lead.ts";
import { requireDay } from "../next-steps.ts";

const IS_CONTRACTED = "A house under contract does not sleep. Please choose a next step";

type By = Pick<LeadChange, "actor" | "now"> & { today: string };

/** Drops the open step. Throws not_found, changed_meanwhile, lead_ended, invalid_input. */
export async function sleepLead(
  database: Database,
  { until, ...request }: LeadChange & By & { until: string | undefined },
): Promise<void> {
  await database.transaction(async (trx) => {
    const lead = await requireUnchanged(trx, request);
    await dropNextStep(trx, lead.id, request);
    await writeSleep(trx, lead, { until: until ?? null, field: "until" }, request);
  });
}

/** Throws not_found, changed_meanwhile. */
export async function wakeLead(database: Database, request: LeadChange & By): Promise<void> {
  await database.transaction(async (trx) => {
    const lead = await requireUnchanged(trx, request);
    if (!isAsleep(lead, request.today)) return;
    await updateLead(trx, lead, { asleepUntil: undefined }, request.now);
    await record(trx, lead.id, "no longer: woken by hand", request);
  });
}

/** The lead is locked and has no open step. Throws lead_ended, invalid_input. */
export async function writeSleep(
  trx: Db,
  lead: Lead,
  { until, field }: { until: string | null; field: string },
  by: By,
): Promise<void> {
  if (isEnded(lead.stage))
    throw new FollowUpError("lead_ended", "This lead has ended. Move it to another stage first.");
  if (lead.stage === "Under contract")
    throw new AppError("invalid_input", IS_CONTRACTED, { fields: { [field]: IS_CONTRACTED } });
  if (until) requireDay(until, field, { today: by.today, first: addDays(by.today, 1) });
  await updateLead(trx, lead, { asleepUntil: until ?? NO_DAY, isOpen: true }, by.now);
  await record(trx, lead.id, until ? `until ${formatDay(until, "short")}` : "until there is a sign of life", by);
}

async function record(trx: Db, id: string, to: string, { actor, now }: Omit<By, "today">): Promise<void> {
  await writeAuditLogEntry(trx, { subject: { kind: "lead", id }, actor, action: "slept", to, now });
}
