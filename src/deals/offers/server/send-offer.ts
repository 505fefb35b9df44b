import { computeFigures } from "#deals/offers/arithmetic.ts";
import { OfferError } from "#deals/offers/errors.ts";
import { findProblems } from "#deals/offers/sending.ts";
import { enqueueMail, withdrawMail } from "#delivery/mail/server/store.ts";
import { enqueueEvent } from "#delivery/webhooks/server/store.ts";
import { takesOffers } from "#people/leads/lead.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import { advanceStage, updateLead } from "#people/leads/server/stage.ts";
import { AppError } from "#platform/errors.ts";
import { formatCents } from "#platform/money.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { OFFER, requireDraft, requireOffer } from "./locked-offer.ts";
import { listOffersOfLeads, markEnded, markSent } from "./store.ts";
import type { Offer } from "./table.ts";

type Change = { id: string; version?: number | undefined; actor: string; today: string; now: Date };

/**
 * Freezes the draft, replaces the current offer, moves the lead and enqueues mail and webhook. Throws not_found,
 * changed_meanwhile, offer_sent, lead_ended, and invalid_input with the missing fields.
 */
export async function sendOffer(
  database: Database,
  { canBeMailed, ...change }: Change & { canBeMailed: boolean },
): Promise<Offer> {
  const { id, actor, today, now } = change;
  return database.transaction(async (trx) => {
    const { offer, lead } = await requireOffer(trx, change);
    requireDraft(offer);
    if (!takesOffers(lead.stage))
      throw new OfferError("lead_ended", `This lead is ${lead.stage.toLowerCase()}. Move it to another stage first.`);
    // The stored figures are not trusted.
    const figures = computeFigures(offer.content);
    const fields = findProblems(offer.content, figures, today);
    if (Object.keys(fields).length > 0)
      throw new AppError("invalid_input", "This offer is not complete yet", { fields });
    await replaceSentOffers(trx, offer, { actor, now });
    const sent = await markSent(trx, offer, { figures, by: actor, now });
    const { cents } = figures.cash;
    await writeAuditLogEntry(trx, {
      subject: { kind: OFFER, id },
      actor,
      action: "sent",
      to: formatCents(cents),
      now,
    });
    await updateLead(trx, lead, { offerCents: cents, ...NO_ANSWER }, now);
    const subject = { kind: "lead", id: lead.id };
    await writeAuditLogEntry(trx, { subject, actor, action: "amounts", to: `offer ${formatCents(cents)}`, now });
    await advanceStage(trx, lead.id, { to: "Offer made", at: now, actor, now });
    if (canBeMailed) await enqueueMail(trx, [{ kind: "offer-sent", recordId: id, dueAt: now }], now);
    await enqueueEvent(trx, { type: "offer.sent", recordId: id, data: async () => dataOf(sent) }, now);
    return sent;
  });
}

/** The seller has not answered the new offer yet. */
const NO_ANSWER = { acceptedCents: undefined, answeredAt: undefined, sellerAnswer: undefined };

async function replaceSentOffers(
  trx: Db,
  { leadId, id }: Offer,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  for (const other of await listOffersOfLeads(trx, await joinedIds(trx, [leadId]))) {
    if (other.id === id || other.state !== "sent") continue;
    await markEnded(trx, other, { state: "replaced", by: actor, now });
    await withdrawMail(trx, other.id, ["offer-sent"], now);
    await writeAuditLogEntry(trx, { subject: { kind: OFFER, id: other.id }, actor, action: "replaced", now });
  }
}

/** Throws not_found, changed_meanwhile, offer_not_sent. */
export async function withdrawOffer(database: Database, change: Change): Promise<Offer> {
  const { id, actor, now } = change;
  return database.transaction(async (trx) => {
    const { offer } = await requireOffer(trx, change);
    if (offer.state !== "sent")
      throw new OfferError("offer_not_sent", "Only an offer that stands can be withdrawn. Please look at it again.");
    const withdrawn = await markEnded(trx, offer, { state: "withdrawn", by: actor, now });
    // A mail that is still queued would link to a page that says the offer was withdrawn.
    await withdrawMail(trx, id, ["offer-sent"], now);
    await writeAuditLogEntry(trx, { subject: { kind: OFFER, id }, actor, action: "withdrawn", now });
    return withdrawn;
  });
}

/** Leaves out the link, because a webhook receiver must not be able to answer for the seller. */
function dataOf({ id, leadId, number, content, figures, sent }: Offer): object {
  return {
    id,
    leadId,
    number,
    cashCents: figures.cash.cents,
    laterCents: figures.later?.cents ?? null,
    listCents: figures.list?.cents ?? null,
    closingDays: content.closingDays,
    validUntil: content.validUntil,
    sentBy: sent?.by,
    sentAt: sent?.at,
  };
}
