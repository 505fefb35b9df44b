import { KINDS } from "#inquiries/calls/server/every-kind.ts";
import { recordFirstContact, writeFirstContact } from "#inquiries/kinds/server/change.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import type { Lead } from "#people/leads/lead.ts";
import { type LogEntry, logTitle, TAKE_BACK_MINUTES } from "#people/leads/log.ts";
import { reopenClaim } from "#people/leads/server/claims/store.ts";
import { deleteLogEntry, findLogEntry } from "#people/leads/server/log.ts";
import { deleteNextStep, findNextStep, findOpenStep, reopenNextStep } from "#people/leads/server/next-steps.ts";
import { updateLead, writeStage } from "#people/leads/server/stage.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { isId } from "#platform/server/ids.ts";
import { type Changed, lockLeads, requireLead, subjectOf } from "./write-log.ts";

const MINUTE_MS = 60_000;

type Request = By & { leadId: string; logId: string };

/** Restores all that the entry changed, but for a stop. Returns whether there is one. Throws not_found, changed_meanwhile. */
export async function takeBackLog(database: Database, request: Request): Promise<{ isStopKept: boolean }> {
  const { leadId, actor, now } = request;
  return database.transaction(async (trx) => {
    const { contacted, entered, leads } = (await requireEntry(trx, request)).changed;
    await lockNames(
      trx,
      [...contacted, ...(entered ? [entered] : [])].map(({ kind, id }) => `${kind} ${id}`),
    );
    await lockLeads(trx, [leadId, ...leads.map(({ id }) => id)]);
    // Another admin may have taken it back before the lead was locked.
    const { entry, changed } = await requireEntry(trx, request);
    if (now.getTime() - Date.parse(entry.at) > TAKE_BACK_MINUTES * MINUTE_MS)
      throw refused(leadId, `This was logged more than ${TAKE_BACK_MINUTES} minutes ago, and stays.`);
    await requireAsLeft(trx, leadId, changed);
    if (changed.newStep) await deleteNextStep(trx, changed.newStep);
    for (const { kind, id } of contacted) await takeContactBack(trx, KINDS[kind], { id, at: entry.at, by: request });
    if (entered) await beginWait(trx, KINDS[entered.kind], { id: entered.id, since: entry.at, by: request });
    for (const { id, before } of changed.leads) await restoreStage(trx, await requireLead(trx, id), before, request);
    if (changed.endedStep) await reopenNextStep(trx, changed.endedStep, now);
    await reopenClaim(trx, entry._id);
    await deleteLogEntry(trx, entry);
    const line = { actor, action: "taken-back", to: logTitle(entry), now } as const;
    await writeAuditLogEntry(trx, { subject: subjectOf(leadId), ...line });
    return { isStopKept: changed.stopped };
  });
}

async function requireEntry(
  trx: Db,
  { leadId, logId }: Pick<Request, "leadId" | "logId">,
): Promise<{ entry: LogEntry; changed: Changed }> {
  const found = isId(logId) ? await findLogEntry<Changed>(trx, logId) : undefined;
  if (found?.entry.leadId !== leadId) throw new AppError("not_found", "Entry not found");
  return found;
}

async function requireAsLeft(
  trx: Db,
  leadId: string,
  { leads, newStep, newStepVersion = 1, endedStep }: Changed,
): Promise<void> {
  const now = await lockLeads(
    trx,
    leads.map(({ id }) => id),
  );
  const areLeadsSame = leads.every(({ id, version }) => now.some((lead) => lead.id === id && lead.version === version));
  const step = newStep === undefined ? undefined : await findNextStep(trx, newStep);
  const isStepSame = newStep === undefined || (step?.version === newStepVersion && !step.ended);
  const { id } = await requireLead(trx, leadId);
  const open = endedStep === undefined ? undefined : await findOpenStep(trx, id);
  if (!areLeadsSame || !isStepSame || (open && open._id !== newStep))
    throw refused(leadId, "The lead has changed since this was logged, so it can’t be taken back as one.");
}

async function takeContactBack(
  trx: Db,
  kind: (typeof KINDS)[keyof typeof KINDS],
  { id, at, by }: { id: string; at: string; by: By },
): Promise<void> {
  const inquiry = await kind.find(trx, id);
  if (inquiry?.firstContact?.at === at) await writeFirstContact(trx, kind, { ...by, id, contacted: false });
}

/** Of a call that was entered as reached, or of its meeting. */
async function beginWait(
  trx: Db,
  kind: (typeof KINDS)[keyof typeof KINDS],
  { id, since, by }: { id: string; since: string; by: By },
): Promise<void> {
  const before = await kind.find(trx, id);
  if (!before || before.waitingSince) return;
  const change = { waitingSince: since, firstContact: undefined, updatedAt: by.now.toISOString() };
  await recordFirstContact(trx, kind, { before, after: await kind.update(trx, before, change) }, by);
}

async function restoreStage(trx: Db, lead: Lead, before: Changed["leads"][number]["before"], by: By): Promise<void> {
  const { stage: to, stageAt, lostReason: reason, isOpen, answeredAt, asleepUntil } = before;
  let present = lead;
  if (lead.stage !== to || lead.lostReason !== reason || lead.isOpen !== isOpen)
    present = await writeStage(trx, lead, { to, at: by.now, reason, isOpen, actor: by.actor, now: by.now });
  if (present.stageAt !== stageAt || present.answeredAt !== answeredAt || present.asleepUntil !== asleepUntil)
    await updateLead(trx, present, { stageAt, answeredAt, asleepUntil }, by.now);
}

function refused(leadId: string, message: string): AppError {
  return new AppError("changed_meanwhile", message, { body: { lead: { _id: leadId } } });
}
