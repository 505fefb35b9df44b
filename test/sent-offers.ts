// Drafts and sent offers of a site in this process, and what sellers do with them.
import { expect } from "vitest";
import type { OfferAnswer, OfferSent } from "#deals/offers/admin.ts";
import type { OfferContent } from "#deals/offers/offer.ts";
import type { addSignedIn } from "./accounts.ts";
import { newOfferContent } from "./offers.ts";
import type { BookingChanges } from "./people.ts";
import { bookMeeting, post } from "./requests.ts";
import type { TestSite } from "./server.ts";

type Admin = Pick<Awaited<ReturnType<typeof addSignedIn>>, "call">;

/** Renée books a meeting; returns the lead that it began. */
export async function bookLead(site: TestSite, changes: BookingChanges = {}): Promise<string> {
  const { id } = await bookMeeting(site, changes);
  const { lead_id } = await site.database.read
    .selectFrom("bookings")
    .select("lead_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return lead_id as string;
}

/** A draft with the content above. */
export async function draftOffer(admin: Admin, leadId: string, changes: Partial<OfferContent> = {}) {
  const started = await admin.call("POST", `/api/leads/${leadId}/offers`);
  expect(started.statusCode, started.body).toBe(201);
  const { _id, version } = started.json<OfferAnswer>().offer;
  const saved = await admin.call("PUT", `/api/offers/${_id}`, { ...newOfferContent(changes), version });
  expect(saved.statusCode, saved.body).toBe(200);
  return saved.json<OfferAnswer>().offer;
}

/** The same, sent. The token is the one in the seller's link. */
export async function sentOffer(admin: Admin, leadId: string, changes: Partial<OfferContent> = {}) {
  const draft = await draftOffer(admin, leadId, changes);
  const sent = await admin.call("POST", `/api/offers/${draft._id}/send`, { version: draft.version });
  expect(sent.statusCode, sent.body).toBe(200);
  const { offer, isMailed } = sent.json<OfferSent>();
  return { offer, isMailed, token: tokenOf(offer.url) };
}

export function tokenOf(url: string | undefined): string {
  return new URL(url ?? "").hash.slice(1);
}

export function viewOffer(site: TestSite, token: string) {
  return post(site, "/api/offers/view", { token });
}

export function answerOffer(site: TestSite, token: string, answer: object, headers: Record<string, string> = {}) {
  return post(site, "/api/offers/answer", { token, ...answer }, { headers });
}
