import { sql } from "kysely";
import type { PictureSize } from "#company/facts/pictures.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { EncodedPicture } from "./encode-picture.ts";

/** A picture is uploaded before a draft names it. */
const UNUSED_DAYS = 7;

export async function findPicture(db: Db, id: string, size: PictureSize): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom("pictures").select(size).where("id", "=", id).executeTakeFirst();
  return row?.[size];
}

export async function findIcon(db: Db, id: string): Promise<Uint8Array | undefined> {
  return (await db.selectFrom("pictures").select("icon").where("id", "=", id).executeTakeFirst())?.icon;
}

export async function findKnownPictures(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("pictures").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function insertPicture(
  trx: Db,
  { picture, actor, now }: { picture: EncodedPicture; actor: string; now: Date },
): Promise<void> {
  const upload = { uploaded_by: actor, uploaded_at: now.toISOString() };
  const { id, width, height, ...files } = picture;
  await trx
    .insertInto("pictures")
    .values({ id, width, height, ...asBuffers(files), published_at: null, ...upload })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(upload))
    .execute();
}

/** Both drivers take buffers. */
function asBuffers({ small, large, icon }: Pick<EncodedPicture, "small" | "large" | "icon">) {
  return { small: Buffer.from(small), large: Buffer.from(large), icon: Buffer.from(icon) };
}

export async function countUnpublishedPictures(db: Db): Promise<number> {
  const query = db.selectFrom("pictures").select((of) => of.fn.countAll<number>().as("count"));
  return (await query.where("published_at", "is", null).executeTakeFirstOrThrow()).count;
}

/** Pictures that a version names are kept for ever, as the version is. */
export async function deleteUnusedPictures(trx: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_DAYS * 24 * 60 * 60_000).toISOString();
  const isNamedIn = (table: "company_versions" | "company_drafts") =>
    sql<boolean>`exists (select 1 from ${sql.table(table)} as t where t.facts like '%' || pictures.id || '%')`;
  // Marked pictures are not searched for in all versions again.
  await trx
    .updateTable("pictures")
    .set({ published_at: now.toISOString() })
    .where("published_at", "is", null)
    .where("uploaded_at", "<", before)
    .where(isNamedIn("company_versions"))
    .execute();
  await trx
    .deleteFrom("pictures")
    .where("published_at", "is", null)
    .where("uploaded_at", "<", before)
    .where(({ not }) => not(isNamedIn("company_versions")))
    .where(({ not }) => not(isNamedIn("company_drafts")))
    .execute();
}
