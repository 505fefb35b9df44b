// What open pages hear of changes, from the audit log.
import { type Selectable, sql } from "kysely";
import { type AuditLogAction, VISITOR } from "#platform/audit-log.ts";
import type { Db, Tables } from "../database/tables.ts";

export type LoggedChange = Selectable<Pick<Tables["history"], "id" | "subject_kind" | "subject_id" | "created_at">> & {
  isChange: boolean;
  /** The record may have become another person's. */
  isHandedOver?: boolean;
};

const HANDS_OVER: readonly AuditLogAction[] = ["claimed", "step", "tried", "moved", "merged", "changed"];

export type IdRange = { from: number; to: number };

export type ChangesAsked = { after: number; within: readonly IdRange[]; limit: number };

/** After an id, and within ranges of earlier ids. */
export async function listChangesAfter(db: Db, { limit, ...asked }: ChangesAsked): Promise<LoggedChange[]> {
  const rows = await db
    .selectFrom("history")
    .select(["id", "subject_kind", "subject_id", "created_at", "action", "actor"])
    .where(isAsked(asked))
    .orderBy("id")
    .limit(limit)
    .execute();
  // A seller who has seen an offer changes what staff see of it.
  return rows.map(({ action, actor, ...row }) => ({
    ...row,
    isHandedOver: HANDS_OVER.includes(action),
    isChange: action !== "exported" && action !== "fetched" && (action !== "viewed" || actor === VISITOR),
  }));
}

export function isAsked({ after, within }: Omit<ChangesAsked, "limit">) {
  const ranges = within.map(({ from, to }) => sql`or id between ${from} and ${to}`);
  return sql<boolean>`(id > ${after} ${sql.join(ranges, sql` `)})`;
}

export async function lastChangeId(db: Db): Promise<number> {
  const last = await db
    .selectFrom("history")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  return last?.id ?? 0;
}
