import { computeFigures, type OfferFigures } from "#deals/offers/arithmetic.ts";
import type { OfferContent } from "#deals/offers/offer.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import { lockLead } from "#people/leads/server/stage.ts";
import { formatCents } from "#platform/money.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import { leadNotFound, OFFER, requireDraft, requireOffer } from "./locked-offer.ts";
import { firstContent, nextContent } from "./new-content.ts";
import { deleteOfferRow, findLatestSent, insertDraft, listOffersOfLeads, updateDraft } from "./store.ts";
import type { Offer } from "./table.ts";

type By = { actor: string; today: string; now: Date };

/** Returns the lead's existing draft if there is one, so that two presses make one offer. Throws not_found. */
export async function startOffer(
  database: Database,
  { leadId, actor, today, now }: By & { leadId: string },
): Promise<{ offer: Offer; isNew: boolean }> {
  return database.transaction(async (trx) => {
    if (!(await lockLead(trx, leadId))) throw leadNotFound();
    const offers = await listOffersOfLeads(trx, await joinedIds(trx, [leadId]));
    const draft = offers.find(({ state }) => state === "draft");
    if (draft) return { offer: draft, isNew: false };
    const last = offers.toSorted((a, b) => b.number - a.number)[0];
    const content = last ? nextContent(last.content, today) : firstContent((await findLatestSent(trx))?.content, today);
    const offer = await insertDraft(trx, {
      id: newId(),
      leadId,
      number: (last?.number ?? 0) + 1,
      content,
      figures: computeFigures(content),
      createdBy: actor,
      now,
    });
    await writeAuditLogEntry(trx, {
      subject: { kind: OFFER, id: offer.id },
      actor,
      action: "created",
      to: `offer ${offer.number}`,
      now,
    });
    return { offer, isNew: true };
  });
}

type Change = By & { id: string; version?: number | undefined };

/** Throws not_found, changed_meanwhile, offer_sent. */
export async function saveOffer(
  database: Database,
  { content, ...change }: Change & { content: OfferContent },
): Promise<Offer> {
  return database.transaction(async (trx) => {
    const { offer } = await requireOffer(trx, change);
    requireDraft(offer);
    const { actor, now } = change;
    const figures = computeFigures(content);
    const [before, to] = [offer.figures, figures].map(amountsOf);
    if (to && to !== before)
      await writeAuditLogEntry(trx, { subject: { kind: OFFER, id: offer.id }, actor, action: "amounts", to, now });
    return updateDraft(trx, offer, { content, figures, now });
  });
}

function amountsOf({ cash, later, list }: OfferFigures): string {
  const amounts = { cash, later, "with an agent": list };
  return Object.entries(amounts)
    .flatMap(([label, sum]) => (sum ? [`${label} ${formatCents(sum.cents)}`] : []))
    .join(", ");
}

/** Throws not_found, offer_sent. */
export async function deleteOffer(database: Database, { id, actor, today, now }: Change): Promise<void> {
  await database.transaction(async (trx) => {
    const { offer } = await requireOffer(trx, { id, today });
    requireDraft(offer);
    await deleteOfferRow(trx, id);
    await writeAuditLogEntry(trx, { subject: { kind: OFFER, id }, actor, action: "deleted", now });
  });
}
