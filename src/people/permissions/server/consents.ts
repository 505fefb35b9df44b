// The texts that people agreed to, by the records in which they did.
import { sql } from "kysely";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";

// A literal, not a parameter: SQLite uses a partial index only if the query text contains its condition.
const IS_ABOUT_CALLS = sql<boolean>`channel = 'call'`;

export type Consent = {
  version: string;
  text: string;
  at: string;
  address?: string | undefined;
  userAgent?: string | undefined;
};

export async function findConsents(db: Db, recordIds: readonly string[]): Promise<Map<string, Consent>> {
  if (recordIds.length === 0) return new Map();
  const rows = await agreementsWithDetails(db, { recordIds });
  const latest = new Map(rows.map((row) => [row.record_id, row]));
  return new Map(
    [...latest.values()]
      .filter(({ text }) => text !== "")
      .map(({ record_id, version, text, at, address, user_agent }) => [
        record_id,
        { version, text, at, ...(address && { address }), ...(user_agent && { userAgent: user_agent }) },
      ]),
  );
}

const agreementsWithDetails = keptRead((db: Db, { recordIds }: { recordIds: readonly string[] }) =>
  agreementsTo(db, recordIds)
    .leftJoin("permission_details", "permission_details.record_id", "permissions.record_id")
    .select(["version", "permission_details.address", "user_agent"]),
);

export async function listKnownRecords(db: Db, recordIds: readonly string[]): Promise<Set<string>> {
  if (recordIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("permissions")
    .select("record_id")
    .distinct()
    .where("record_id", "in", recordIds)
    .execute();
  return new Set(rows.map(({ record_id }) => record_id));
}

/** Reading the remaining columns would double the time for files of many records. */
export async function findAgreedTexts(
  db: Db,
  recordIds: readonly string[],
): Promise<Map<string, Pick<Consent, "text" | "at">>> {
  if (recordIds.length === 0) return new Map();
  const rows = await agreementsTo(db, recordIds).execute();
  return new Map([...new Map(rows.map((row) => [row.record_id, row]))].filter(([, { text }]) => text !== ""));
}

/** The last entry counts: an imported booking may have the id of an erased one. */
function agreementsTo(db: Db, recordIds: readonly string[]) {
  return db
    .selectFrom("permissions")
    .innerJoin("permission_words", "permission_words.id", "permissions.words_id")
    .select(["permissions.record_id", "words as text", "permissions.at"])
    .where("permissions.record_id", "in", recordIds)
    .where(IS_ABOUT_CALLS)
    .where("action", "<>", "revoked")
    .orderBy("permissions.id");
}

export async function findTypedNumber(db: Db, bookingId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("permissions")
    .select("phone_hash")
    .where("record_id", "=", bookingId)
    .where(IS_ABOUT_CALLS)
    .where("phone_hash", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.phone_hash ?? undefined;
}
