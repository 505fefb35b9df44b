import { findUser } from "#accounts/users/server/accounts.ts";
import { FollowUpError } from "#deals/follow-up/errors.ts";
import { followWhereabouts } from "#inquiries/bookings/server/follow-whereabouts.ts";
import { isEnded, type Lead } from "#people/leads/lead.ts";
import { formatDue, type NewStep, type NextStep, type StepChange } from "#people/leads/next-step.ts";
import {
  endNextStep,
  findNextStep,
  findOpenStep,
  insertNextStep,
  updateNextStep,
} from "#people/leads/server/next-steps.ts";
import { lockLead, updateLead } from "#people/leads/server/stage.ts";
import { addDays } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { leadNotFound } from "./change-lead.ts";

type By = { actor: string; today: string; now: Date };
/** Prefixes the field names of errors: "next.dueDay". */
type Place = "" | "next.";

/** A later day is probably a typing error, and the lead would be forgotten. */
const MAX_DAYS_AHEAD = 731;

/** Opens a lead that is not open, such as an old one. Throws not_found, step_open, lead_ended, invalid_input. */
export async function addNextStep(
  database: Database,
  { leadId, step, ...by }: By & { leadId: string; step: NewStep },
): Promise<void> {
  await database.transaction(async (trx) => {
    const lead = await lockLead(trx, leadId);
    if (!lead) throw leadNotFound();
    await writeNewStep(trx, lead, step, { ...by, place: "" });
  });
}

/** Returns the lead's id. Throws not_found, changed_meanwhile, lead_ended, invalid_input. */
export async function changeNextStep(
  database: Database,
  { id, change, ...by }: By & { id: string; change: StepChange },
): Promise<string> {
  return database.transaction(async (trx) => {
    const { leadId } = await requireStep(trx, id);
    const lead = await lockLead(trx, leadId);
    const step = await requireStep(trx, id);
    if (!lead) throw stepNotFound();
    const { done, next, version, ...values } = change;
    if (step.ended || (version !== undefined && version !== step.version))
      throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { step } });
    if (done) {
      await endAsDone(trx, step, by);
      if (!next) return leadId;
      await writeNewStep(trx, lead, next, { ...by, place: "next." });
      // As in logIn().
      await followWhereabouts(trx, leadId, by);
      return leadId;
    }
    const isSame =
      (values.what ?? step.what) === step.what &&
      (values.dueDay ?? step.dueDay) === step.dueDay &&
      (values.dueTime ?? step.dueTime ?? "") === (step.dueTime ?? "") &&
      (values.assigneeId ?? step.assigneeId ?? "") === (step.assigneeId ?? "");
    if (isSame) return leadId;
    if (values.dueDay !== undefined && values.dueDay !== step.dueDay) requireDay(values.dueDay, "dueDay", by);
    if (values.assigneeId && values.assigneeId !== step.assigneeId)
      await requireAssignee(trx, values.assigneeId, "assigneeId");
    const changed = await updateNextStep(trx, step, values, by.now);
    await record(trx, leadId, await stepText(trx, changed), by);
    return leadId;
  });
}

/** Ends the open step as done; who had it has the new one, too. The lead is locked. Throws lead_ended, invalid_input. */
export async function replaceStep(trx: Db, lead: Lead, next: NewStep | null, by: By): Promise<void> {
  const open = await findOpenStep(trx, lead.id);
  if (open) await endAsDone(trx, open, by);
  if (!next) return;
  const present = open?.assigneeId && (await isAssignee(trx, open.assigneeId)) ? open.assigneeId : undefined;
  await writeNewStep(trx, lead, { assigneeId: present, ...next }, { ...by, place: "next." });
}

async function endAsDone(trx: Db, step: NextStep, by: By): Promise<void> {
  await endNextStep(trx, step, { how: "done", ...by });
  await record(trx, step.leadId, `done: ${step.what}`, by);
}

async function writeNewStep(trx: Db, lead: Lead, step: NewStep, by: By & { place: Place }): Promise<void> {
  const open = await findOpenStep(trx, lead.id);
  if (open)
    throw new FollowUpError("step_open", "This lead has a next step already. Mark it done, or change it.", {
      body: { step: open },
    });
  if (isEnded(lead.stage))
    throw new FollowUpError("lead_ended", "This lead has ended. Move it to another stage first.");
  const { actor, place, now } = by;
  requireDay(step.dueDay, `${place}dueDay`, by);
  if (step.assigneeId) await requireAssignee(trx, step.assigneeId, `${place}assigneeId`);
  if (!lead.isOpen) await updateLead(trx, lead, { isOpen: true }, now);
  const written = await insertNextStep(trx, lead.id, { ...step, actor, now });
  await record(trx, lead.id, await stepText(trx, written), by);
}

async function requireStep(trx: Db, id: string): Promise<NextStep> {
  const step = await findNextStep(trx, id);
  if (!step) throw stepNotFound();
  return step;
}

export function stepNotFound(): AppError {
  return new AppError("not_found", "Next step not found");
}

/** Between the first day and two years from now. Throws invalid_input. */
export function requireDay(
  day: string,
  field: string,
  { today, first = today }: { today: string; first?: string },
): void {
  const named = first === today ? "today" : "tomorrow";
  const message = day < first ? `Please choose ${named} or a later day` : "Please choose a day within two years";
  if (day < first || day > addDays(today, MAX_DAYS_AHEAD))
    throw new AppError("invalid_input", message, { fields: { [field]: message } });
}

async function requireAssignee(trx: Db, id: string, field: string): Promise<void> {
  if (await isAssignee(trx, id)) return;
  const message = "Please choose an admin who may sign in";
  throw new AppError("invalid_input", message, { fields: { [field]: message } });
}

/** Who was given a step may be no admin any more. */
export async function isAssignee(trx: Db, id: string): Promise<boolean> {
  const account = await findUser(trx, id);
  return account?.role === "admin" && account.deactivated_at === null;
}

async function record(trx: Db, leadId: string, to: string, { actor, now }: By): Promise<void> {
  await writeAuditLogEntry(trx, { subject: { kind: "lead", id: leadId }, actor, action: "step", to, now });
}

/** "Call back, until Nov 25, 2026, 5:30 PM (dana@example.com)". */
async function stepText(trx: Db, { what, assigneeId, ...due }: NextStep): Promise<string> {
  const account = assigneeId && (await findUser(trx, assigneeId));
  return `${what}, until ${formatDue(due, "short")}${account ? ` (${account.email})` : ""}`;
}
