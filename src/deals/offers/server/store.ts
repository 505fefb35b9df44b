import { sql } from "kysely";
import type { OfferFigures } from "#deals/offers/arithmetic.ts";
import type { OfferContent } from "#deals/offers/offer.ts";
import { deleteMailOf } from "#delivery/mail/server/store.ts";
import { deleteDeliveriesOf } from "#delivery/webhooks/server/store.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { deleteIdempotencyKeysOf } from "#platform/server/idempotency.ts";
import { CHUNK_IDS, listAnswers } from "./answers.ts";
import { contentColumns, type Offer, type OffersTable, type StoredAnswer, toOffer } from "./table.ts";

export async function findOffer(db: Db, id: string): Promise<Offer | undefined> {
  const row = await db.selectFrom("offers").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toOffer(row);
}

export async function findOffers(db: Db, ids: readonly string[]): Promise<Offer[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom("offers").selectAll().where("id", "in", ids).execute()).map(toOffer);
}

/** Newest first. */
export async function listOffersOfLeads(
  db: Db,
  leadIds: readonly string[],
): Promise<(Offer & { answers: StoredAnswer[] })[]> {
  const rows: OffersTable[] = [];
  for (const ids of chunksOf(leadIds, CHUNK_IDS)) rows.push(...(await offersOf(db, { ids })));
  const answers = Map.groupBy(
    await listAnswers(
      db,
      rows.map(({ id }) => id),
    ),
    ({ offerId }) => offerId,
  );
  return rows
    .sort((a, b) => (a.lead_id === b.lead_id ? b.number - a.number : a.created_at < b.created_at ? 1 : -1))
    .map((row) => ({ ...toOffer(row), answers: answers.get(row.id) ?? [] }));
}

const offersOf = keptRead((db: Db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom("offers").selectAll().where("lead_id", "in", ids),
);

/** Sent, still valid, and without an answer. Which ends first comes first. */
export async function listOpenOffers(db: Db, today: string): Promise<Pick<Offer, "id" | "leadId">[]> {
  const rows = await db
    .selectFrom("offers")
    .select(["offers.id", "offers.lead_id"])
    // A literal, because the index is a partial one.
    .where(sql<boolean>`offers.state = 'sent'`)
    .where("offers.valid_until", ">=", today)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("offer_answers")
            .select("offer_answers.id")
            .whereRef("offer_answers.offer_id", "=", "offers.id"),
        ),
      ),
    )
    .orderBy("offers.valid_until")
    .orderBy("offers.id")
    .execute();
  return rows.map(({ id, lead_id: leadId }) => ({ id, leadId }));
}

/** New offers start with the costs of the latest sent offer. */
export async function findLatestSent(db: Db): Promise<Offer | undefined> {
  const row = await db
    .selectFrom("offers")
    .selectAll()
    .where("sent_at", "is not", null)
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toOffer(row);
}

type NewOffer = {
  id: string;
  leadId: string;
  number: number;
  content: OfferContent;
  figures: OfferFigures;
  createdBy: string;
  now: Date;
};

export async function insertDraft(
  trx: Db,
  { id, leadId, number, content, figures, createdBy, now }: NewOffer,
): Promise<Offer> {
  const row = await trx
    .insertInto("offers")
    .values({
      id,
      lead_id: leadId,
      number,
      state: "draft",
      ...contentColumns(content, figures),
      version: 1,
      created_by: createdBy,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      sent_by: null,
      sent_at: null,
      ended_by: null,
      ended_at: null,
      opened_count: 0,
      first_opened_at: null,
      last_opened_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOffer(row);
}

export async function updateDraft(
  trx: Db,
  offer: Offer,
  { content, figures, now }: { content: OfferContent; figures: OfferFigures; now: Date },
): Promise<Offer> {
  return update(trx, offer, { ...contentColumns(content, figures) }, now);
}

export async function markSent(
  trx: Db,
  offer: Offer,
  { figures, by, now }: { figures: OfferFigures; by: string; now: Date },
): Promise<Offer> {
  const sent = { state: "sent" as const, sent_by: by, sent_at: now.toISOString() };
  return update(trx, offer, { ...contentColumns(offer.content, figures), ...sent }, now);
}

export async function markEnded(
  trx: Db,
  offer: Offer,
  { state, by, now }: { state: "withdrawn" | "replaced"; by: string; now: Date },
): Promise<Offer> {
  return update(trx, offer, { state, ended_by: by, ended_at: now.toISOString() }, now);
}

async function update(trx: Db, { id, version }: Offer, change: Partial<OffersTable>, now: Date): Promise<Offer> {
  const row = await trx
    .updateTable("offers")
    .set({ ...change, version: version + 1, updated_at: now.toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOffer(row);
}

/** Counts once within `mergeMs`, so that reloads are one opening. Returns whether it is the first. */
export async function recordOpening(trx: Db, id: string, { mergeMs, now }: { mergeMs: number; now: Date }) {
  const at = now.toISOString();
  const before = new Date(now.getTime() - mergeMs).toISOString();
  const row = await trx
    .updateTable("offers")
    .set((is) => ({
      opened_count: is("opened_count", "+", 1),
      first_opened_at: is.fn.coalesce("first_opened_at", is.val(at)),
      last_opened_at: at,
    }))
    .where("id", "=", id)
    .where("state", "=", "sent")
    .where((is) => is.or([is("last_opened_at", "is", null), is("last_opened_at", "<", before)]))
    .returning("opened_count")
    .executeTakeFirst();
  return row?.opened_count === 1;
}

export async function deleteOfferRow(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom("offer_answers").where("offer_id", "=", id).execute();
  await trx.deleteFrom("offers").where("id", "=", id).execute();
}

/** Also deletes their answers, mails, deliveries and idempotency keys. Returns the ids of the mails. */
export async function deleteOffersOf(trx: Db, leadIds: readonly string[]): Promise<string[]> {
  const mailIds: string[] = [];
  for (const { id, answers } of await listOffersOfLeads(trx, leadIds)) {
    mailIds.push(...(await deleteMailOf(trx, id)));
    await deleteDeliveriesOf(trx, id);
    for (const answer of answers) await deleteIdempotencyKeysOf(trx, answer.id);
    await deleteOfferRow(trx, id);
  }
  return mailIds;
}

/** Lists leads that were deleted while they had offers. */
export async function listDeletedLeadIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("offers")
    .select("lead_id")
    .distinct()
    .where((is) =>
      is.not(is.exists(is.selectFrom("leads").select("leads.id").whereRef("leads.id", "=", "offers.lead_id"))),
    )
    .limit(limit)
    .execute();
  return rows.map(({ lead_id }) => lead_id);
}

export type Met = { leadId: string; metAt: string; offeredAt: string | null };

/** Lists leads whose meeting was from `from` until before `to`, with the time of their first sent offer. */
export async function listMet(db: Db, { from, to }: { from: Date; to: Date }) {
  const rows = await db
    .selectFrom("leads")
    .leftJoin("offers", (join) => join.onRef("offers.lead_id", "=", "leads.id").on("offers.sent_at", "is not", null))
    .select(["leads.id as lead_id", "leads.met_at"])
    .select((is) => is.fn.min("offers.sent_at").as("offered_at"))
    .where("leads.met_at", ">=", from.toISOString())
    .where("leads.met_at", "<", to.toISOString())
    .groupBy(["leads.id", "leads.met_at"])
    .execute();
  return rows.map(
    ({ lead_id, met_at, offered_at }): Met => ({ leadId: lead_id, metAt: met_at ?? "", offeredAt: offered_at }),
  );
}

/** Lists open leads that were met and have no sent offer. Longest wait first. */
export async function listWaiting(db: Db, limit: number) {
  const waiting = db
    .selectFrom("leads")
    .where("leads.stage", "=", "Met")
    .where("leads.is_open", "=", 1)
    .where("leads.met_at", "is not", null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("offers")
            .select("offers.id")
            .whereRef("offers.lead_id", "=", "leads.id")
            .where("offers.sent_at", "is not", null),
        ),
      ),
    );
  const { total } = await waiting.select((is) => is.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await waiting
    .select(["leads.id", "leads.met_at"])
    .orderBy("leads.met_at")
    .orderBy("leads.id")
    .limit(limit)
    .execute();
  return { total, waiting: rows.map(({ id, met_at }) => ({ leadId: id, metAt: met_at ?? "" })) };
}
