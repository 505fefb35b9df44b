import { chunksOf } from "#platform/server/chunks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type OfferAnswersTable, type StoredAnswer, toAnswer } from "./table.ts";

export const CHUNK_IDS = 500;

/** Oldest first. */
export async function listAnswers(db: Db, offerIds: readonly string[]): Promise<StoredAnswer[]> {
  const rows: OfferAnswersTable[] = [];
  for (const ids of chunksOf(offerIds, CHUNK_IDS)) rows.push(...(await answersOf(db, { ids })));
  return rows.map(toAnswer);
}

const answersOf = keptRead((db: Db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom("offer_answers").selectAll().where("offer_id", "in", ids).orderBy("at").orderBy("id"),
);

export async function findAnswer(db: Db, id: string): Promise<StoredAnswer | undefined> {
  const row = await db.selectFrom("offer_answers").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toAnswer(row);
}

export async function insertAnswer(trx: Db, { id, offerId, ...answer }: StoredAnswer): Promise<void> {
  await trx
    .insertInto("offer_answers")
    .values({
      id,
      offer_id: offerId,
      answer: answer.answer,
      words: answer.text ?? null,
      amount_cents: answer.amountCents ?? null,
      alternative: answer.alternative ?? null,
      closing_day: answer.closingDay ?? null,
      at: answer.at,
    })
    .execute();
}
