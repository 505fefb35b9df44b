import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  offerAnswerSchema,
  offerChangeSchema,
  offerDetailsSchema,
  offerListSchema,
  offerSentSchema,
  offerVersionSchema,
  promptnessSchema,
} from "#deals/offers/admin.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { wallClock } from "#platform/dates.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { deleteOffer, saveOffer, startOffer } from "./change-offer.ts";
import { leadNotFound, OFFER, offerNotFound, toAdminOffer } from "./locked-offer.ts";
import type { OfferLinks } from "./offer-links.ts";
import { readPromptness } from "./promptness.ts";
import { readRecipient } from "./recipient.ts";
import { sendOffer, withdrawOffer } from "./send-offer.ts";
import { findOffer, listAnswers, listOffersOfLeads } from "./store.ts";
import type { Offer } from "./table.ts";

type Services = {
  database: Database;
  clock: Clock;
  offerLinks: OfferLinks;
  readLeadRules: () => Promise<LeadRules>;
};

type Request = Parameters<typeof requireCaller>[0];

const config = { access: "admin", keys: "leads" } as const;
const paramsSchema = z.object({ id: z.string() });
const doneSchema = z.object({ success: z.literal(true), message: z.string() });

/** Of one lead: POST and GET /api/leads/{id}/offers. */
export function leadOfferRoutes({ database, clock, offerLinks }: Services) {
  return async (app: App) => {
    app.get(
      "",
      {
        config,
        schema: { summary: "A lead's offers, newest first", params: paramsSchema, response: { 200: offerListSchema } },
      },
      async (request) => {
        const lead = await findLead(database.read, leadIdOf(request.params));
        if (!lead) throw leadNotFound();
        const offers = await listOffersOfLeads(database.read, [lead.id]);
        const shown = shownTo(request, { clock, offerLinks });
        return {
          success: true as const,
          offers: offers.map((offer) => toAdminOffer(offer, shown)),
          recipient: await readRecipient(database, lead),
        };
      },
    );

    app.post(
      "",
      {
        config,
        schema: {
          summary: "Start an offer: like the lead's last one, or a new one. A draft that exists is answered with 200",
          params: paramsSchema,
          response: { 200: offerAnswerSchema, 201: offerAnswerSchema },
        },
      },
      async (request, reply) => {
        const by = byOf(request, clock);
        const { offer, isNew } = await startOffer(database, { leadId: leadIdOf(request.params), ...by });
        const shown = toAdminOffer({ ...offer, answers: [] }, by);
        return reply.status(isNew ? 201 : 200).send({ success: true, offer: shown });
      },
    );
  };
}

export function offerAdminRoutes(services: Services) {
  const { database, clock, readLeadRules } = services;
  return async (app: App) => {
    app.get(
      "/promptness",
      {
        config,
        schema: {
          summary: "How soon after the meeting offers were made, by week, and who waits for one",
          response: { 200: promptnessSchema },
        },
      },
      async () => readPromptness(database, { rules: await readLeadRules(), now: clock.now() }),
    );

    app.get(
      "/:id",
      { config, schema: { summary: "One offer", params: paramsSchema, response: { 200: offerDetailsSchema } } },
      async (request) => {
        const offer = await findOffer(database.read, offerIdOf(request.params));
        const lead = offer && (await findLead(database.read, offer.leadId));
        if (!lead) throw offerNotFound();
        return {
          ...(await answerWith(services, request, offer)),
          personId: lead.personId,
          recipient: await readRecipient(database, lead),
          history: await listAuditLog(database.read, { kind: OFFER, id: offer.id }),
        };
      },
    );

    app.put(
      "/:id",
      {
        config,
        schema: {
          summary: "Change a draft. Sums are computed; none is accepted",
          params: paramsSchema,
          body: offerChangeSchema,
          response: { 200: offerAnswerSchema },
        },
      },
      async (request) => {
        const { version, ...content } = request.body;
        const change = { id: offerIdOf(request.params), version, content, ...byOf(request, clock) };
        return answerWith(services, request, await saveOffer(database, change));
      },
    );

    app.delete(
      "/:id",
      { config, schema: { summary: "Delete a draft", params: paramsSchema, response: { 200: doneSchema } } },
      async (request) => {
        await deleteOffer(database, { id: offerIdOf(request.params), ...byOf(request, clock) });
        return { success: true as const, message: "Draft deleted" };
      },
    );
    sendingRoutes(app, services);
  };
}

function sendingRoutes(app: App, services: Services): void {
  const { database, clock } = services;
  app.post(
    "/:id/send",
    {
      config,
      schema: {
        summary: "Send a draft to the seller. It is never changed again, and replaces the offer that stood",
        params: paramsSchema,
        body: offerVersionSchema,
        response: { 200: offerSentSchema },
      },
    },
    async (request) => {
      const id = offerIdOf(request.params);
      const found = await findOffer(database.read, id);
      const lead = found && (await findLead(database.read, found.leadId));
      if (!lead) throw offerNotFound();
      const { email, hasStoppedEmail } = await readRecipient(database, lead);
      const isMailed = email !== undefined && !hasStoppedEmail;
      const change = { id, version: request.body.version, canBeMailed: isMailed, ...byOf(request, clock) };
      const answer = await answerWith(services, request, await sendOffer(database, change));
      return { ...answer, isMailed, message: isMailed ? "Offer sent" : "The offer stands. Nothing was mailed." };
    },
  );

  app.post(
    "/:id/withdraw",
    {
      config,
      schema: {
        summary: "Take an offer back. The seller's page says so",
        params: paramsSchema,
        body: offerVersionSchema,
        response: { 200: offerAnswerSchema },
      },
    },
    async (request) => {
      const change = { id: offerIdOf(request.params), version: request.body.version, ...byOf(request, clock) };
      return answerWith(services, request, await withdrawOffer(database, change));
    },
  );
}

async function answerWith(services: Services, request: Request, offer: Offer) {
  const answers = await listAnswers(services.database.read, [offer.id]);
  return { success: true as const, offer: toAdminOffer({ ...offer, answers }, shownTo(request, services)) };
}

/** With its link the seller answers, so that no program gets it. */
function shownTo(request: Request, { clock, offerLinks }: Pick<Services, "clock" | "offerLinks">) {
  const today = todayOf(clock.now());
  return requireCaller(request).isProgram ? { today } : { today, urlOf: offerLinks.urlOf };
}

/** A malformed id is as unknown as any other. */
function offerIdOf({ id }: { id: string }): string {
  if (!isId(id)) throw offerNotFound();
  return id;
}

function leadIdOf({ id }: { id: string }): string {
  if (!isId(id)) throw leadNotFound();
  return id;
}

function byOf(request: Request, clock: Clock) {
  const now = clock.now();
  return { actor: requireCaller(request).email, today: todayOf(now), now };
}

function todayOf(now: Date): string {
  return wallClock(now, currentFacts().timeZone).day;
}
