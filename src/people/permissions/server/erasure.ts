import { sql } from "kysely";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Db } from "#platform/server/database/tables.ts";

const CHUNK_IDS = 500;

export async function deleteDetailsOf(trx: Db, recordIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(recordIds, CHUNK_IDS))
    await trx.deleteFrom("permission_details").where("record_id", "in", some).execute();
}

/**
 * Stops without an address are included if they name a number of this person and of no other: an address that these
 * records had before a correction is the same person's.
 */
export async function deleteDetailsOfPerson(trx: Db, emailHash: string, recordIds: readonly string[]): Promise<void> {
  const named = trx.selectFrom("permissions").select(["email_hash", "phone_hash"]).distinct();
  const entries = await named.where("email_hash", "=", emailHash).execute();
  for (const some of chunksOf(recordIds, CHUNK_IDS))
    entries.push(...(await named.where("record_id", "in", some).execute()));
  const emails = [...new Set([emailHash, ...entries.flatMap(({ email_hash }) => email_hash ?? [])])];
  const phones = [...new Set(entries.flatMap(({ phone_hash }) => phone_hash ?? []))];
  await trx
    .deleteFrom("permission_details")
    .where("record_id", "in", (of) =>
      of.selectFrom("permissions").select("record_id").where("email_hash", "=", emailHash),
    )
    .execute();
  if (phones.length === 0) return;
  await trx
    .deleteFrom("permission_details")
    .where("record_id", "in", (of) =>
      of
        .selectFrom("permissions")
        .select("record_id")
        .where("record_kind", "=", "stop")
        .where("phone_hash", "in", phones)
        .where((is) => is.or([is("email_hash", "is", null), is("email_hash", "in", emails)])),
    )
    .execute();
}

export async function deleteDetailsOfNumber(trx: Db, phoneHash: string): Promise<void> {
  await trx
    .deleteFrom("permission_details")
    .where("record_id", "in", (of) =>
      of
        .selectFrom("permissions")
        .select("record_id")
        .where("phone_hash", "=", phoneHash)
        .where("email_hash", "is", null),
    )
    .execute();
}

export async function deleteOldDetailsOfStops(trx: Db, before: Date): Promise<void> {
  await trx
    .deleteFrom("permission_details")
    .where("at", "<", before.toISOString())
    .where("record_id", "in", (of) =>
      of
        .selectFrom("permissions")
        .select("record_id")
        // A condition on their age would make SQLite read all old entries instead of the stops.
        .where("action", "=", sql.lit("revoked"))
        .where("record_kind", "=", "stop"),
    )
    .execute();
}

export async function expireEntries(trx: Db, before: Date, limit: number): Promise<number> {
  const at = before.toISOString();
  const hasLater = (column: "email_hash" | "phone_hash") =>
    sql<boolean>`exists (select 1 from permissions as later where later.${sql.ref(column)} = permissions.${sql.ref(column)} and later.at >= ${at})`;
  const rows = await trx
    .selectFrom("permissions")
    .select(["id", "record_id"])
    .where("at", "<", at)
    .where((is) => is.not(hasLater("email_hash")))
    // An entry with an address is that person's, also if others have given the same number.
    .where((is) => is.or([is("email_hash", "is not", null), is.not(hasLater("phone_hash"))]))
    .orderBy("at")
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await trx.insertInto("permission_expiry").values({ before: at }).execute();
  await trx.deleteFrom("permissions").where("id", "in", ids).execute();
  const recordIds = [...new Set(rows.map(({ record_id }) => record_id))];
  await trx
    .deleteFrom("permission_words")
    .where("id", "in", recordIds)
    .where((is) =>
      is.not(is.exists(is.selectFrom("permissions").select("id").whereRef("record_id", "=", "permission_words.id"))),
    )
    .execute();
  await trx.deleteFrom("permission_expiry").execute();
  await deleteDetailsOf(trx, recordIds);
  return rows.length;
}
