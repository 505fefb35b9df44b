import { sql } from "kysely";
import { currentFacts } from "#company/facts/facts.ts";
import { type Log, type LogEntry, nextTry, type Outcome } from "#people/leads/log.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { ContactTriesTable } from "./table.ts";

type NewEntry = Pick<LogEntry, "channel" | "outcome" | "words"> & { id: string; actor: string; now: Date };

export async function writeLogEntry(
  trx: Db,
  leadId: string,
  { id, channel, outcome, words, actor, now }: NewEntry,
): Promise<void> {
  const row: ContactTriesTable = {
    id,
    lead_id: leadId,
    channel,
    outcome,
    words: words || null,
    tried_by: actor,
    at: now.toISOString(),
    changed: null,
  };
  await trx.insertInto("contact_tries").values(row).execute();
  await countTry(trx, leadId, outcome, 1);
}

/** What taking the entry back has to restore. */
export async function keepChanged(trx: Db, id: string, changed: object): Promise<void> {
  await trx
    .updateTable("contact_tries")
    .set({ changed: JSON.stringify(changed) })
    .where("id", "=", id)
    .execute();
}

export async function findLogEntry<Changed>(
  db: Db,
  id: string,
): Promise<{ entry: LogEntry; changed: Changed } | undefined> {
  const row = await db.selectFrom("contact_tries").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { entry: toLogEntry(row), changed: JSON.parse(row.changed ?? "{}") };
}

export async function deleteLogEntry(trx: Db, { _id, leadId, outcome }: LogEntry): Promise<void> {
  await trx.deleteFrom("contact_tries").where("id", "=", _id).execute();
  await countTry(trx, leadId, outcome, -1);
}

/** A note is no try. */
async function countTry(trx: Db, leadId: string, outcome: Outcome, by: number): Promise<void> {
  if (outcome === "note") return;
  await trx
    .updateTable("leads")
    .set({ tries: sql`tries + ${sql.lit(by)}` as never })
    .where("id", "=", leadId)
    .execute();
}

/** The newest first. */
export async function listLog(db: Db, leadIds: readonly string[]): Promise<LogEntry[]> {
  if (leadIds.length === 0) return [];
  return (await triesOf(db, { leadIds })).map(toLogEntry);
}

const triesOf = keptRead((db: Db, { leadIds }: { leadIds: readonly string[] }) =>
  db.selectFrom("contact_tries").selectAll().where("lead_id", "in", leadIds).orderBy("at", "desc").orderBy("id"),
);

function toLogEntry({ id, lead_id, channel, outcome, words, tried_by, at }: ContactTriesTable): LogEntry {
  return { _id: id, leadId: lead_id, channel, outcome, ...(words !== null && { words }), by: tried_by, at };
}

/** What is proposed after one more try without an answer. `state`: of the house, if known. */
export function planAfter({ unanswered, state, now }: Proposed): Log["plan"] {
  const { tries, timeZone } = currentFacts();
  const next = nextTry(tries, { unanswered: unanswered + 1, state, timeZone, now });
  return { unanswered, most: tries.length + 1, ...(next && { next }) };
}

type Proposed = { unanswered: number; state: string | undefined; now: Date };
