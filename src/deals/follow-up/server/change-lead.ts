import {
  AMOUNT_LABELS,
  AMOUNT_NAMES,
  type AmountsChange,
  type LeadAmounts,
  type LeadStageChange,
} from "#deals/follow-up/admin.ts";
import { dutiesForStage, type Lead } from "#people/leads/lead.ts";
import { lockLead, updateLead, writeStage } from "#people/leads/server/stage.ts";
import { formatDay } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { formatCents } from "#platform/money.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type Caller, requireDuties } from "#platform/server/http/access.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";

export type LeadChange = {
  id: string;
  /** The change is based on this version; undefined overwrites any version. */
  version?: number | undefined;
  actor: string;
  now: Date;
};

/** A lead moved out of Closed or Lost needs a next step again. Throws not_found, changed_meanwhile, duty_missing. */
export async function changeStage(
  database: Database,
  { stage, reason, caller, ...request }: LeadChange & Omit<LeadStageChange, "version"> & { caller: Caller },
): Promise<void> {
  await database.transaction(async (trx) => {
    const before = await requireUnchanged(trx, request);
    requireDuties(caller, [...dutiesForStage(before.stage), ...dutiesForStage(stage)]);
    const lead = await saveAmounts(trx, before, request);
    const lostReason = stage === "Lost" ? reason : undefined;
    if (stage === lead.stage && lostReason === lead.lostReason) return;
    const { actor, now } = request;
    await writeStage(trx, lead, { to: stage, at: now, reason: lostReason, actor, now });
  });
}

/** Throws not_found, changed_meanwhile. */
export async function changeAmounts(
  database: Database,
  request: LeadChange & Omit<AmountsChange, "version">,
): Promise<void> {
  await database.transaction(async (trx) => {
    await saveAmounts(trx, await requireUnchanged(trx, request), request);
  });
}

/** Locks the lead. Throws not_found, changed_meanwhile. */
export async function requireUnchanged(trx: Db, { id, version }: Pick<LeadChange, "id" | "version">): Promise<Lead> {
  const lead = await lockLead(trx, id);
  if (!lead) throw leadNotFound();
  if (version !== undefined && version !== lead.version)
    // The route replaces this body with the whole lead.
    throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { lead: { _id: id } } });
  return lead;
}

export function leadNotFound(): AppError {
  return new AppError("not_found", "Lead not found");
}

async function saveAmounts(
  trx: Db,
  lead: Lead,
  { actor, now, ...given }: Pick<LeadChange, "actor" | "now"> & Omit<AmountsChange, "version">,
): Promise<Lead> {
  const change: Partial<LeadAmounts> = {};
  for (const name of AMOUNT_NAMES) {
    const value = given[name];
    if (value !== undefined && (value ?? undefined) !== lead[name])
      Object.assign(change, { [name]: value ?? undefined });
  }
  if (Object.keys(change).length === 0) return lead;
  const changed = await updateLead(trx, lead, change, now);
  const subject = { kind: "lead", id: lead.id } as const;
  await writeAuditLogEntry(trx, { subject, actor, action: "amounts", to: amountsText(change), now });
  return changed;
}

/** "Contract price $185,000, Contract signed on Nov 25, 2026". */
function amountsText(change: Partial<LeadAmounts>): string {
  return Object.entries(change)
    .map(([name, value]) => `${AMOUNT_LABELS[name as keyof LeadAmounts]} ${amountText(value)}`)
    .join(", ");
}

function amountText(value: string | number | undefined): string {
  if (value === undefined) return "removed";
  return typeof value === "number" ? formatCents(value) : formatDay(value, "short");
}
