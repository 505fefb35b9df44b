// Changes that open pages hear of, and that are no matter for the audit log. They are of use for minutes.
import type { Generated } from "kysely";
import type { AuditLogSubject } from "../audit-log.ts";
import { keptQuery } from "../database/queries/kept-query.ts";
import type { Db } from "../database/tables.ts";
import { type ChangesAsked, isAsked, type LoggedChange } from "./logged-changes.ts";

declare module "../database/tables.ts" {
  interface Tables {
    unlogged_changes: { id: Generated<number>; subject_kind: string; subject_id: string; created_at: string };
  }
}

const KEPT_MS = 60 * 60_000;

type Row = { subject_kind: string; subject_id: string; created_at: string };

/** Neither may hold personal data. An empty id stands for several records of the kind. */
export async function announceChange(trx: Db, { kind, id }: AuditLogSubject, now: Date): Promise<void> {
  await insertChanges(trx, [{ subject_kind: kind, subject_id: id, created_at: now.toISOString() }]);
}

const insertChanges = keptQuery((trx: Db, rows: readonly Row[]) => trx.insertInto("unlogged_changes").values(rows));

export async function listUnloggedAfter(db: Db, { limit, ...asked }: ChangesAsked): Promise<LoggedChange[]> {
  const rows = db.selectFrom("unlogged_changes").selectAll().where(isAsked(asked)).orderBy("id").limit(limit);
  return (await rows.execute()).map((row) => ({ ...row, isChange: true }));
}

export async function lastUnloggedId(db: Db): Promise<number> {
  const last = await db
    .selectFrom("unlogged_changes")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  return last?.id ?? 0;
}

export async function deleteOldUnlogged(trx: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  await trx.deleteFrom("unlogged_changes").where("created_at", "<", before).execute();
}
