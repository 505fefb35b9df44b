import { currentFacts } from "#company/facts/facts.ts";
import { isAssignee } from "#deals/follow-up/server/next-steps.ts";
import { EXPIRES_AFTER_MINUTES } from "#delivery/push/push.ts";
import { enqueuePushes, isAnyRungFor } from "#delivery/push/server/store.ts";
import type { Ringer } from "#delivery/push/server/write-message.ts";
import { isRung, ringingOf } from "#inquiries/roster/server/ringers.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { findNextStep, listStepsDue } from "#people/leads/server/next-steps.ts";
import { formatTime, instantOf, minutesOf, timeOf, wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";

/** Of steps with a time, within the minutes in which they still ring. Several processes may call it at any time. */
export async function ringDueSteps(database: Database, now: Date): Promise<void> {
  if (!(await isAnyRungFor(database.read, "step"))) return;
  const { day, minutes } = wallClock(now, currentFacts().timeZone);
  const after = timeOf(Math.max(0, minutes - EXPIRES_AFTER_MINUTES + 1));
  const due = await listStepsDue(database.read, { day, from: after, to: timeOf(minutes) });
  if (due.length === 0) return;
  const pushes = due.map(({ _id, leadId, dueDay, dueTime = "" }) => ({
    kind: "step" as const,
    leadId,
    detail: `${_id} ${dueDay} ${dueTime}`,
  }));
  await database.transaction((trx) => enqueuePushes(trx, pushes, now));
}

type Sources = { database: Database; readLeadRules: () => Promise<LeadRules> };

/** Rings the account that has the step; one of nobody, or of who is no admin any more, rings those who are on duty. */
export function stepRinger({ database, readLeadRules }: Sources): Ringer {
  const db = database.read;
  return async (ring) => {
    const [stepId = "", dueDay, dueTime = ""] = ring.detail.split(" ");
    const step = await findNextStep(db, stepId);
    const lead = step && (await findLead(db, step.leadId));
    if (!lead || step.ended || step.dueDay !== dueDay || step.dueTime !== dueTime) return undefined;
    const isMeant =
      step.assigneeId && (await isAssignee(db, step.assigneeId))
        ? step.assigneeId === ring.userId
        : await isRung(db, await readLeadRules(), ring);
    if (!isMeant) return undefined;
    const came = instantOf(dueDay, minutesOf(dueTime), currentFacts().timeZone);
    const ringing = await ringingOf(db, { ring, lead, title: "A step is due now", came });
    return ring.named ? { ...ringing, title: `${formatTime(dueTime)}: ${step.what}` } : ringing;
  };
}
