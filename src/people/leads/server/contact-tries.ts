import { sql } from "kysely";
import type { ContactTry, NewTry } from "#people/leads/contact-try.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newRowId } from "#platform/server/ids.ts";
import type { ContactTriesTable } from "./table.ts";

export async function writeContactTry(
  trx: Db,
  leadId: string,
  { channel, outcome, words, actor, now }: NewTry & { actor: string; now: Date },
): Promise<ContactTry> {
  const row: ContactTriesTable = {
    id: newRowId(),
    lead_id: leadId,
    channel,
    outcome,
    words: words || null,
    tried_by: actor,
    at: now.toISOString(),
  };
  await trx.insertInto("contact_tries").values(row).execute();
  await trx
    .updateTable("leads")
    .set({ tries: sql`tries + 1` as never })
    .where("id", "=", leadId)
    .execute();
  return toContactTry(row);
}

export async function listContactTries(db: Db, leadIds: readonly string[]): Promise<ContactTry[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .selectFrom("contact_tries")
    .selectAll()
    .where("lead_id", "in", leadIds)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toContactTry);
}

function toContactTry({ id, lead_id, channel, outcome, words, tried_by, at }: ContactTriesTable): ContactTry {
  return { _id: id, leadId: lead_id, channel, outcome, ...(words !== null && { words }), by: tried_by, at };
}
