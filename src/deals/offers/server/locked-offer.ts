import { type AdminOffer, adminOfferSchema } from "#deals/offers/admin.ts";
import { OfferError } from "#deals/offers/errors.ts";
import { isExpired } from "#deals/offers/offer.ts";
import type { Lead } from "#people/leads/lead.ts";
import { lockLead } from "#people/leads/server/stage.ts";
import { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { findOffer } from "./store.ts";
import type { Offer, StoredAnswer } from "./table.ts";

export const OFFER = "offer";

export function offerNotFound(): AppError {
  return new AppError("not_found", "Offer not found");
}

export function leadNotFound(): AppError {
  return new AppError("not_found", "Lead not found");
}

export type Locked = { offer: Offer; lead: Lead };

/** The lead's lock serialises all changes of its offers. */
export async function lockOffer(trx: Db, id: string): Promise<Locked | undefined> {
  const found = await findOffer(trx, id);
  const lead = found && (await lockLead(trx, found.leadId));
  // The offer may have changed before the lock was taken.
  const offer = lead && (await findOffer(trx, id));
  return offer && { offer, lead };
}

/** Throws not_found, changed_meanwhile. */
export async function requireOffer(
  trx: Db,
  { id, version, today }: { id: string; version?: number | undefined; today: string },
): Promise<Locked> {
  const locked = await lockOffer(trx, id);
  if (!locked) throw offerNotFound();
  if (version !== undefined && version !== locked.offer.version)
    throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, {
      body: { offer: toAdminOffer({ ...locked.offer, answers: [] }, { today }) },
    });
  return locked;
}

/** Throws offer_sent. */
export function requireDraft({ state }: Offer): void {
  if (state !== "draft")
    throw new OfferError("offer_sent", "This offer was sent, so that it is never changed. Make a new version of it.");
}

/** Parsing removes other fields here, because no schema serialises the body of an error. */
export function toAdminOffer(
  { id, ...offer }: Offer & { answers: readonly StoredAnswer[] },
  { today, urlOf }: { today: string; urlOf?: (id: string) => string },
): AdminOffer {
  const url = offer.state === "sent" ? urlOf?.(id) : undefined;
  return adminOfferSchema.parse({
    ...offer,
    _id: id,
    isExpired: offer.state === "sent" && isExpired(offer.content, today),
    ...(url && { url }),
  });
}
