import { currentFacts } from "#company/facts/facts.ts";
import { followWhereabouts } from "#inquiries/bookings/server/follow-whereabouts.ts";
import { leadIdsBeside, lockWaiting, markContacted } from "#inquiries/calls/server/contacted.ts";
import type { By } from "#inquiries/kinds/server/kind.ts";
import { isBefore, type Lead } from "#people/leads/lead.ts";
import { isContact, logTitle, lostReasonOf, type NewLog } from "#people/leads/log.ts";
import { endWithOutcome, listTries } from "#people/leads/server/claims/store.ts";
import type { FoundInquiry } from "#people/leads/server/inquiries/store.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import { keepChanged, writeLogEntry } from "#people/leads/server/log.ts";
import { findOpenStep } from "#people/leads/server/next-steps.ts";
import { findPerson, lockPeopleOfLeads } from "#people/leads/server/people.ts";
import { advanceStage, lockLead, touchLead, updateLead, writeStage } from "#people/leads/server/stage.ts";
import { findWaitingLeads } from "#people/leads/server/waiting/store.ts";
import { type PersonKeys, personKeys } from "#people/permissions/server/person-keys.ts";
import { channelNames, writeStop } from "#people/permissions/server/stop.ts";
import { wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { claimIdempotencyKey, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newRowId } from "#platform/server/ids.ts";
import { leadNotFound, requireUnchanged } from "../change-lead.ts";
import { replaceStep } from "../next-steps.ts";
import { writeSleep } from "../sleep/sleep.ts";

type Request = By & { leadId: string; log: NewLog };

type Entry = Request & {
  id: string;
  keys: PersonKeys;
  /** In a call that is entered with it; they stand before what is known of the person. */
  told?: {
    email?: string | undefined;
    phone?: string | undefined;
    said?: string | undefined;
    /** Waits only if the entry is taken back. */
    entered?: FoundInquiry | undefined;
  };
};

type State = Pick<Lead, "stage" | "stageAt" | "lostReason" | "isOpen" | "answeredAt" | "asleepUntil">;

/** What taking an entry back restores. */
export type Changed = {
  /** With the version that each had after the entry was written, sorted by id. The first contact may be of other leads, too. */
  leads: { id: string; before: State; version: number }[];
  contacted: FoundInquiry[];
  entered?: FoundInquiry | undefined;
  endedStep?: string | undefined;
  newStep?: string | undefined;
  newStepVersion?: number | undefined;
  stopped: boolean;
};

/**
 * Writes what came of a try, and all that follows from it. Returns the entry's id. Throws not_found, changed_meanwhile,
 * lead_ended, invalid_input, idempotency_mismatch.
 */
export async function writeLog(
  database: Database,
  request: Request & { idempotency: IdempotentRequest | undefined },
): Promise<string> {
  const { idempotency, now } = request;
  const keys = await personKeys(database);
  return database.transaction(async (trx) => {
    const id = newRowId();
    const first = idempotency && (await claimIdempotencyKey(trx, { request: idempotency, resultId: id, now }));
    if (!first) await logIn(trx, { ...request, id, keys });
    return first ?? id;
  });
}

/** Throws not_found, changed_meanwhile, lead_ended, invalid_input. */
export async function logIn(trx: Db, entry: Entry): Promise<void> {
  const { id, leadId, log, actor, now } = entry;
  await lockPeopleOfLeads(trx, [leadId]);
  const contacted = isContact(log.outcome) ? await lockWaiting(trx, await leadIdsBeside(trx, leadId)) : [];
  // All at once and in order, as others lock two leads, so that none deadlock.
  const leads = await lockLeads(trx, [leadId, ...contacted.map((inquiry) => inquiry.leadId)]);
  const lead = await requireUnchanged(trx, { id: leadId, version: log.version });
  const open = await findOpenStep(trx, lead.id);
  if (log.outcome !== "note") await endClaims(trx, lead, leads, entry);
  await writeLogEntry(trx, leadId, { ...log, id, actor, now });
  await writeAuditLogEntry(trx, { subject: subjectOf(leadId), actor, action: "tried", to: logTitle(log), now });
  await touchLead(trx, lead.id, now);
  await markContacted(trx, contacted, entry);
  if (log.stop?.length) await stop(trx, lead, entry);
  await moveStage(trx, lead.id, entry);
  await writeNext(trx, lead.id, entry);
  // A link or address that was promised by then stays promised, whatever else is next.
  if (log.next) await followWhereabouts(trx, lead.id, { actor, now });
  const step = await findOpenStep(trx, lead.id);
  const isSameStep = open?._id === step?._id;
  const changed: Changed = {
    leads: await changedSince(trx, leads),
    contacted,
    entered: entry.told?.entered,
    endedStep: isSameStep ? undefined : open?._id,
    newStep: isSameStep ? undefined : step?._id,
    newStepVersion: step?.version,
    stopped: Boolean(log.stop?.length),
  };
  await keepChanged(trx, id, changed);
}

/** Who was reached waits with none of their leads any more. */
async function endClaims(
  trx: Db,
  lead: Lead,
  leads: readonly Lead[],
  { id: logId, actorId, now }: Entry,
): Promise<void> {
  const { openAgainAfterMinutes } = currentFacts().leads;
  const since = (await findWaitingLeads(trx, [lead.id])).get(lead.id);
  const isFirst = since !== undefined && (await listTries(trx, await joinedIds(trx, [lead.id]), since)).length === 0;
  for (const { id: leadId } of leads) {
    const wait = leadId === lead.id ? { since, isFirst } : { since: undefined, isFirst: false };
    await endWithOutcome(trx, { leadId, userId: actorId, logId, ...wait, now }, openAgainAfterMinutes);
  }
}

async function writeNext(trx: Db, leadId: string, { log: { next, sleepUntil }, ...by }: Request): Promise<void> {
  const { actor, now } = by;
  const { day: today } = wallClock(now, currentFacts().timeZone);
  if (next !== undefined || sleepUntil !== undefined)
    await replaceStep(trx, await requireLead(trx, leadId), next ?? null, { actor, today, now });
  if (sleepUntil === undefined) return;
  await writeSleep(trx, await requireLead(trx, leadId), { until: sleepUntil, field: "sleepUntil" }, { ...by, today });
}

/** In the order of their ids. A joined lead counts as the one that stands for it. */
export async function lockLeads(trx: Db, ids: readonly string[]): Promise<Lead[]> {
  const found = new Map<string, Lead>();
  for (const id of [...new Set(ids)].sort()) {
    const lead = await requireLead(trx, id);
    found.set(lead.id, lead);
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function changedSince(trx: Db, leads: readonly Lead[]): Promise<Changed["leads"]> {
  const changed: Changed["leads"] = [];
  for (const { id, stage, stageAt, lostReason, isOpen, answeredAt, asleepUntil } of leads)
    changed.push({
      id,
      before: { stage, stageAt, lostReason, isOpen, answeredAt, asleepUntil },
      version: (await requireLead(trx, id)).version,
    });
  return changed;
}

export async function requireLead(trx: Db, id: string): Promise<Lead> {
  const lead = await lockLead(trx, id);
  if (!lead) throw leadNotFound();
  return lead;
}

export function subjectOf(leadId: string) {
  return { kind: "lead", id: leadId } as const;
}

/** A lead with a contract is not lost because of what one person of it said. */
async function moveStage(trx: Db, leadId: string, { log, actor, now }: Request): Promise<void> {
  const { outcome } = log;
  const reason = lostReasonOf(log);
  let lead = await requireLead(trx, leadId);
  if (lead.answeredAt && isContact(outcome)) lead = await updateLead(trx, lead, { answeredAt: undefined }, now);
  if (reason && isBefore(lead.stage, "Under contract"))
    await writeStage(trx, lead, { to: "Lost", at: now, reason, actor, now });
  else if (isContact(outcome)) await advanceStage(trx, leadId, { to: "Contacted", at: now, actor, now });
}

const SAID = { call: "phone", text: "reply", email: "reply", "in-person": "person" } as const;

async function stop(
  trx: Db,
  { personId }: Lead,
  { log: { channel, stop: channels = [], words }, told, keys, actor, now }: Entry,
): Promise<void> {
  const person = await findPerson(trx, personId);
  const [email, phone] = [told?.email || person?.email, told?.phone || person?.phone];
  const revocation = {
    email,
    phone,
    channels: [...channels],
    words: words || told?.said || `Asked us to stop: ${channelNames(channels)}`,
    said: SAID[channel],
  };
  if (!email && !phone) throw new AppError("invalid_input", "This person has neither an address nor a number");
  await writeStop(trx, { revocation, hashes: keys.of({ email, phone }), actor, now });
}
