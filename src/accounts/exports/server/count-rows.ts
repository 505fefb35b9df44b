import { createHash } from "node:crypto";
import { readAccountRules } from "#accounts/users/server/account-rules.ts";
import { requireFreshProof } from "#accounts/users/server/sign-in/fresh-proof.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { enqueueMail } from "#delivery/mail/server/store.ts";
import { addDays, instantOf, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { type AuditLogSubject, insertAuditLogEntry } from "#platform/server/audit-log.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { newId } from "#platform/server/ids.ts";
import { toDetail } from "./emails.ts";
import { addRows, countTaken, insertExport } from "./store.ts";

/** A calendar feed has no caller. */
export type Taker = { id: string; actor: string; caller?: Caller };

type Leaving = { taker: Taker; subject: AuditLogSubject; filter: string; now: Date };

/** `now` is when it began: one that goes on after midnight is of the day before. */
export type Export = Leaving & { id: string; day: string; action: "exported" | "fetched" };

export function takerOf(caller: Caller): Taker {
  return { id: caller.id, actor: caller.email, caller };
}

/** A person has an entry for each export; a program for each day and filter. */
export function exportOf(leaving: Leaving): Export {
  const isProgram = !leaving.taker.caller?.sessionId;
  return isProgram ? exportOfDay(leaving) : { ...leaving, id: newId(), day: dayOf(leaving.now), action: "exported" };
}

export function exportOfDay(leaving: Leaving): Export {
  const { taker, subject, filter, now } = leaving;
  const day = dayOf(now);
  const id = createHash("sha256").update(JSON.stringify([taker.id, day, subject, filter]));
  return { ...leaving, id: id.digest("base64url"), day, action: taker.caller?.sessionId ? "exported" : "fetched" };
}

/**
 * Counts rows before they leave. `counted` are those that this call has counted before: it goes on until the others of the
 * day reach the owner's figure, so that many at once take no more than one after another. Throws fresh_proof_required, and
 * rate_limited until midnight.
 */
export async function countRows(
  trx: Db,
  leaving: Export,
  { rows, counted = 0 }: { rows: number; counted?: number },
): Promise<void> {
  const { id, taker, subject, filter: to, action, day, now } = leaving;
  await lockTaker(trx, leaving);
  const { export_rows_a_day: figure } = await readAccountRules(trx);
  const taken = await countTaken(trx, { takerId: taker.id, day });
  if (taken - counted >= figure) await requireMore(trx, taker, now);
  if (!(await addRows(trx, id, rows))) {
    const entryId = await insertAuditLogEntry(trx, { subject, actor: taker.actor, action, to, now });
    await insertExport(trx, { id, takerId: taker.id, day, rows, entryId });
  }
  if (taken + rows < figure) return;
  await enqueueMail(
    trx,
    [{ kind: "exports-over", recordId: taker.id, detail: toDetail({ ...taker, day }), dueAt: now }],
    now,
  );
}

export async function lockTaker(trx: Db, { taker }: Export): Promise<void> {
  await lockNames(trx, [`exports of ${taker.id}`]);
}

/** Throws like countRows, for a key whose day is over before anything is read for it. */
export async function requireRowsLeft(db: Db, taker: Taker, now: Date): Promise<void> {
  const { export_rows_a_day: figure } = await readAccountRules(db);
  if ((await countTaken(db, { takerId: taker.id, day: dayOf(now) })) >= figure) await requireMore(db, taker, now);
}

async function requireMore(db: Db, { caller }: Taker, now: Date): Promise<void> {
  if (!caller) return;
  if (caller.sessionId) return requireFreshProof(db, caller, now);
  const midnight = instantOf(addDays(dayOf(now), 1), 0, currentFacts().timeZone);
  throw new AppError("rate_limited", "This key has read as many rows as one may in a day. It goes on after midnight.", {
    retryAfterSeconds: Math.ceil((midnight.getTime() - now.getTime()) / 1000),
  });
}

function dayOf(now: Date): string {
  return wallClock(now, currentFacts().timeZone).day;
}
