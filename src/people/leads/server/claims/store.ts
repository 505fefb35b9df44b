import type { ExpressionBuilder, sql } from "kysely";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { newRowId } from "#platform/server/ids.ts";
import type { LeadClaimsTable } from "../table.ts";

/** Also one whose time is over, until it is ended. */
export async function findOpenClaim(db: Db, leadId: string): Promise<LeadClaimsTable | undefined> {
  const open = db.selectFrom("lead_claims").selectAll().where("lead_id", "=", leadId).where("ended_at", "is", null);
  return open.executeTakeFirst();
}

export async function findClaim(db: Db, id: string): Promise<LeadClaimsTable | undefined> {
  return db.selectFrom("lead_claims").selectAll().where("id", "=", id).executeTakeFirst();
}

type NewClaim = Pick<LeadClaimsTable, "lead_id" | "user_id" | "since"> & { now: Date; until: Date };

export async function insertClaim(trx: Db, { now, until, ...claim }: NewClaim): Promise<LeadClaimsTable> {
  const times = { taken_at: now.toISOString(), held_until: until.toISOString() };
  const row = { id: newRowId(), ...claim, ...times, ended_at: null, log_id: null };
  await trx.insertInto("lead_claims").values(row).execute();
  return row;
}

export async function holdClaim(trx: Db, id: string, until: Date): Promise<void> {
  await trx.updateTable("lead_claims").set({ held_until: until.toISOString() }).where("id", "=", id).execute();
}

/** False if another transaction has ended or held it since it was read. */
export async function endClaim(
  trx: Db,
  { id, held_until }: Pick<LeadClaimsTable, "id" | "held_until">,
  now: Date,
  logId: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("lead_claims")
    .set({ ended_at: now.toISOString(), log_id: logId })
    .where("id", "=", id)
    .where("held_until", "=", held_until)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Open claims whose time is over, or whose account may not sign in as an admin any more. */
export async function listLapsed(
  db: Db,
  now: Date,
  isActive: (column: string) => ReturnType<typeof sql<boolean>>,
): Promise<LeadClaimsTable[]> {
  return db
    .selectFrom("lead_claims")
    .selectAll()
    .where("ended_at", "is", null)
    .where((is) => is.or([is("held_until", "<=", now.toISOString()), is.not(isActive("lead_claims.user_id"))]))
    .orderBy("held_until")
    .execute();
}

/** The newest first. */
export async function listClaims(db: Db, leadIds: readonly string[]): Promise<LeadClaimsTable[]> {
  if (leadIds.length === 0) return [];
  const claims = db.selectFrom("lead_claims").selectAll().where("lead_id", "in", leadIds);
  return claims.orderBy("taken_at", "desc").orderBy("id", "desc").execute();
}

/** When staff tried to reach the people of these leads, the first try first: every outcome counts but a note. */
export async function listTries(
  db: Db,
  leadIds: readonly string[],
  since: string,
): Promise<{ lead_id: string; at: string }[]> {
  if (leadIds.length === 0) return [];
  const tries = db.selectFrom("contact_tries").select(["lead_id", "at"]).where("lead_id", "in", leadIds);
  return tries.where("outcome", "<>", "note").where("at", ">=", since).orderBy("at").execute();
}

type Outcome = {
  leadId: string;
  userId: string;
  logId: string;
  since: string | undefined;
  isFirst: boolean;
  now: Date;
};

/**
 * A logged outcome ends the claim. Who logs the first outcome of a wait has taken it, so that the figures know them; a claim
 * of another account ends without it.
 */
export async function endWithOutcome(
  trx: Db,
  { leadId, userId, logId, since, isFirst, now }: Outcome,
  minutes: number,
): Promise<void> {
  const open = await findOpenClaim(trx, leadId);
  const isOwn = open?.user_id === userId;
  if (open) await endClaim(trx, open, now, isOwn ? logId : null);
  if (isOwn || !isFirst || since === undefined) return;
  // It holds again for so long if the entry is taken back.
  const until = new Date(now.getTime() + minutes * 60_000);
  await endClaim(trx, await insertClaim(trx, { lead_id: leadId, user_id: userId, since, now, until }), now, logId);
}

/** Its entry was taken back. Another claim since then stands. */
export async function reopenClaim(trx: Db, logId: string): Promise<void> {
  const isTaken = (is: ExpressionBuilder<Tables, "lead_claims">) =>
    is.exists(
      is
        .selectFrom("lead_claims as other")
        .select("other.id")
        .whereRef("other.lead_id", "=", "lead_claims.lead_id")
        .where("other.ended_at", "is", null),
    );
  const ended = await trx
    .selectFrom("lead_claims")
    .select(["id", (is) => isTaken(is).as("taken")])
    .where("log_id", "=", logId)
    .execute();
  for (const { id, taken } of ended)
    await trx
      .updateTable("lead_claims")
      .set({ log_id: null, ...(!taken && { ended_at: null }) })
      .where("id", "=", id)
      .execute();
}

/** The joined lead is one with the other: its claim goes on there, unless that one is taken. */
export async function joinClaims(trx: Db, leadId: string, into: string, now: Date): Promise<void> {
  const open = await findOpenClaim(trx, leadId);
  if (open && (await findOpenClaim(trx, into))) await endClaim(trx, open, now);
  else if (open) await trx.updateTable("lead_claims").set({ lead_id: into }).where("id", "=", open.id).execute();
}

/** Of waits that began in that time. */
export async function listTaken(db: Db, { from, to }: { from: Date; to: Date }): Promise<LeadClaimsTable[]> {
  const claims = db.selectFrom("lead_claims").selectAll().where("since", ">=", from.toISOString());
  return claims.where("since", "<", to.toISOString()).orderBy("taken_at").orderBy("id").execute();
}
