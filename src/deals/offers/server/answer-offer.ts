import { currentFacts } from "#company/facts/facts.ts";
import { callCompany } from "#company/shell/shown.ts";
import { OfferError } from "#deals/offers/errors.ts";
import { ANSWER_LABELS } from "#deals/offers/offer.ts";
import { type SellerOffer, type SentAnswer, sellerOfferSchema, sellerStateOf } from "#deals/offers/seller.ts";
import { enqueuePushes } from "#delivery/push/server/store.ts";
import { takeIn } from "#inquiries/kinds/server/take-in.ts";
import { placeOf } from "#people/leads/lead.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { findPerson } from "#people/leads/server/people.ts";
import { touchLead, updateLead } from "#people/leads/server/stage.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { claimIdempotencyKey, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newId } from "#platform/server/ids.ts";
import { consumeRateLimit, type RateLimit, rateLimitFormPost } from "#platform/server/rate-limits.ts";
import { insertAnswer, listAnswers } from "./answers.ts";
import { type Locked, lockOffer, OFFER } from "./locked-offer.ts";
import { findOffer, recordOpening } from "./store.ts";
import type { StoredAnswer } from "./table.ts";

/** Reloads within this time are one opening. */
const MERGE_MS = 10 * 60 * 1000;

/** Each answer sends mail to staff, and a stranger may have the link. */
const ANSWERS_PER_OFFER: RateLimit = { count: 20, windowSeconds: 86_400 };

/** Wrong links, deleted offers and drafts get the same answer. */
export function unknownLink(): AppError {
  return new AppError("not_found", `This link is no longer valid. Please ${callCompany(currentFacts())}.`);
}

/** Throws not_found, offer_closed once the lead is under contract, closed or lost. */
export async function viewOffer(
  database: Database,
  { id, today, now }: { id: string; today: string; now: Date },
): Promise<SellerOffer> {
  const offer = await findOffer(database.read, id);
  const lead = offer && (await findLead(database.read, offer.leadId));
  if (!offer || !lead || offer.state === "draft") throw unknownLink();
  if (sellerStateOf(offer, { stage: lead.stage, today }) === "closed")
    throw await offerClosed(database.read, { offer, lead }, today);
  const { lastAt } = offer.openings;
  const isCounted = lastAt !== undefined && now.getTime() - Date.parse(lastAt) <= MERGE_MS;
  if (offer.state === "sent" && !isCounted)
    await database.transaction(async (trx) => {
      const isFirst = await recordOpening(trx, id, { mergeMs: MERGE_MS, now });
      await touchLead(trx, lead.id, now);
      if (isFirst)
        await writeAuditLogEntry(trx, { subject: { kind: OFFER, id }, actor: VISITOR, action: "viewed", now });
    });
  return toSellerOffer(database.read, { offer, lead }, today);
}

type Request = {
  id: string;
  given: SentAnswer;
  /** Undefined if rate limits are off. */
  limitKey: string | undefined;
  idempotency: IdempotentRequest | undefined;
  today: string;
  now: Date;
};

/** Throws not_found, offer_closed, invalid_input, rate_limited, idempotency_mismatch. */
export async function answerOffer(database: Database, request: Request): Promise<SellerOffer> {
  const { id, given, limitKey, idempotency, today, now } = request;
  return database.transaction(async (trx) => {
    if (limitKey) {
      await rateLimitFormPost(trx, { form: OFFER, address: limitKey, now });
      await consumeRateLimit(trx, { key: `answers to offer ${id}`, limit: ANSWERS_PER_OFFER, now });
    }
    const locked = await lockOffer(trx, id);
    if (!locked || locked.offer.state === "draft") throw unknownLink();
    const answer = storedAnswerOf(request);
    const isRepeat =
      idempotency && (await claimIdempotencyKey(trx, { request: idempotency, resultId: answer.id, now }));
    if (isRepeat) return toSellerOffer(trx, locked, today);
    if (sellerStateOf(locked.offer, { stage: locked.lead.stage, today }) !== "open")
      throw await offerClosed(trx, locked, today);
    requireOffered(given, locked);
    const { number, figures } = locked.offer;
    const accepted = answer.alternative && (figures[answer.alternative] ?? figures.cash).cents;
    const change = {
      answeredAt: answer.at,
      sellerAnswer: given.answer,
      ...((accepted || given.answer === "no") && { acceptedCents: accepted }),
    };
    await takeIn<StoredAnswer>(
      trx,
      {
        // It belongs to the lead of the offer.
        leads: { joined: [], made: [], changed: [] },
        records: [answer],
        insert: async () => {
          await insertAnswer(trx, answer);
          await updateLead(trx, locked.lead, change, now);
          await enqueuePushes(trx, [{ kind: "answer", leadId: locked.lead.id, detail: answer.id }], now);
        },
        audit: [{ subject: { kind: OFFER, id }, action: "answered", to: ANSWER_LABELS[given.answer] }],
        mail: [{ kind: "offer-answered", recordId: id, detail: answer.id, dueAt: now }],
        event: {
          type: "offer.answered",
          idOf: () => id,
          dataOf: () => ({ ...answer, leadId: locked.lead.id, number }),
        },
      },
      { actor: VISITOR, now },
    );
    return toSellerOffer(trx, locked, today);
  });
}

function storedAnswerOf({ id, given, now }: Request): StoredAnswer {
  const { answer, text, amountCents, alternative, closingDay } = given;
  return {
    id: newId(),
    offerId: id,
    answer,
    ...(text && { text }),
    ...(answer === "counter" && { amountCents }),
    ...(answer === "yes" && { alternative: alternative ?? "cash", ...(closingDay && { closingDay }) }),
    at: now.toISOString(),
  };
}

/** A seller can accept only the alternatives and closing days of the offer. Throws invalid_input. */
function requireOffered(
  { answer, alternative = "cash", closingDay }: SentAnswer,
  { offer: { content } }: Locked,
): void {
  if (answer !== "yes") return;
  const terms = alternative === "later" ? content.later : content;
  const fields = {
    ...(!terms && { alternative: "This offer has no such choice" }),
    ...(terms &&
      closingDay &&
      !terms.closingDays.includes(closingDay) && { closingDay: "Please choose an offered day" }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("invalid_input", "Please check your answer", { fields });
}

async function offerClosed(db: Db, locked: Locked, today: string): Promise<AppError> {
  const offer = sellerOfferSchema.parse(await toSellerOffer(db, locked, today));
  const why = {
    open: "",
    expired: "The time of this offer is over.",
    replaced: "A newer offer was sent.",
    withdrawn: "This offer no longer stands.",
    closed: "Things have moved on since this offer was sent, so it is closed.",
  }[offer.state];
  return new OfferError("offer_closed", `${why} Please ${callCompany(currentFacts())}.`, { body: { offer } });
}

async function toSellerOffer(db: Db, { offer, lead }: Locked, today: string): Promise<SellerOffer> {
  const { content, figures, sent } = offer;
  const state = sellerStateOf(offer, { stage: lead.stage, today });
  if (!state || !sent) throw unknownLink();
  const person = await findPerson(db, lead.personId);
  const place = placeOf(lead.property);
  const answers = await listAnswers(db, [offer.id]);
  return {
    state,
    name: person?.name ?? "",
    ...(place && { place }),
    sentAt: sent.at,
    ...((state === "open" || state === "expired") && { offer: { content, figures } }),
    answers: answers.map(({ id: _, offerId: __, ...answer }) => answer),
  };
}
