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
import { familyOf, findFamilies, findLead } from "#people/leads/server/leads.ts";
import { wallClock } from "#platform/dates.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints, idSchema } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { isId } from "#platform/server/ids.ts";
import { listAnswers } from "./answers.ts";
import { deleteOffer, saveOffer, startOffer } from "./change-offer.ts";
import { leadNotFound, OFFER, offerNotFound, toAdminOffer } from "./locked-offer.ts";
import type { OfferLinks } from "./offer-links.ts";
import { readPromptness } from "./promptness.ts";
import { readOffersOfLead, shownTo } from "./read-offers.ts";
import { readRecipient } from "./recipient.ts";
import { sendOffer, withdrawOffer } from "./send-offer.ts";
import { findOffer } from "./store.ts";
import type { Offer } from "./table.ts";

type Services = {
  database: Database;
  clock: Clock;
  offerLinks: OfferLinks;
  readLeadRules: () => Promise<LeadRules>;
};

export function leadOfferRoutes(services: Services) {
  const { database, clock } = services;
  return endpoints({ access: "admin", duties: ["sell"], programs: true, clock }, (api) => {
    api.get("", {
      summary: "A lead's offers, newest first",
      params: idSchema,
      answer: offerListSchema,
      handle: async ({ params, caller, now }) => {
        const id = leadIdOf(params);
        return database.view(async (db) => {
          const families = await findFamilies(db, { ids: [id] });
          const lead = families.seen([id]).get(id);
          if (!lead) throw leadNotFound();
          const of = { lead, leadIds: familyOf(lead.id, families) };
          return readOffersOfLead({ database, db }, of, { caller, now, ...services });
        });
      },
    });

    api.post("", {
      summary: "Start an offer: like the lead's last one, or a new one. A draft that exists is answered with 200",
      params: idSchema,
      answer: offerAnswerSchema,
      created: offerAnswerSchema,
      handle: async ({ params, by, reply }) => {
        const today = todayOf(by.now);
        const { offer, isNew } = await startOffer(database, { leadId: leadIdOf(params), ...by, today });
        reply.status(isNew ? 201 : 200);
        return { offer: toAdminOffer({ ...offer, answers: [] }, { today }) };
      },
    });
  });
}

export function offerAdminRoutes(services: Services) {
  const { database, clock, readLeadRules } = services;
  return endpoints({ access: "admin", duties: ["sell"], programs: true, clock, notFound: offerNotFound }, (api) => {
    api.get("/promptness", {
      summary: "How soon after the meeting offers were made, by week, and who waits for one",
      duties: ["numbers"],
      answer: promptnessSchema,
      handle: async ({ now }) => readPromptness(database, { rules: await readLeadRules(), now }),
    });

    api.get("/:id", {
      summary: "One offer",
      answer: offerDetailsSchema,
      handle: async ({ id, caller, now }) => {
        const offer = await findOffer(database.read, id);
        const lead = offer && (await findLead(database.read, offer.leadId));
        if (!lead) throw offerNotFound();
        return {
          ...(await show(offer, caller, now)),
          personId: lead.personId,
          recipient: await readRecipient(database, lead),
          history: await listAuditLog(database.read, { kind: OFFER, id }),
        };
      },
    });

    api.put("/:id", {
      summary: "Change a draft. Sums are computed; none is accepted",
      body: offerChangeSchema,
      answer: offerAnswerSchema,
      handle: async ({ id, body: { version, ...content }, caller, by }) => {
        const change = { id, version, content, ...by, today: todayOf(by.now) };
        return show(await saveOffer(database, change), caller, by.now);
      },
    });

    api.delete("/:id", {
      summary: "Delete a draft",
      message: "Draft deleted",
      handle: ({ id, by }) => deleteOffer(database, { id, ...by, today: todayOf(by.now) }),
    });

    api.post("/:id/send", {
      summary: "Send a draft to the seller. It is never changed again, and replaces the offer that stood",
      body: offerVersionSchema,
      answer: offerSentSchema,
      handle: async ({ id, body: { version }, caller, by }) => {
        const found = await findOffer(database.read, id);
        const lead = found && (await findLead(database.read, found.leadId));
        if (!lead) throw offerNotFound();
        const { email, hasStoppedEmail } = await readRecipient(database, lead);
        const isMailed = email !== undefined && !hasStoppedEmail;
        const change = { id, version, canBeMailed: isMailed, ...by, today: todayOf(by.now) };
        const { offer } = await show(await sendOffer(database, change), caller, by.now);
        return { offer, isMailed, message: isMailed ? "Offer sent" : "The offer stands. Nothing was mailed." };
      },
    });

    api.post("/:id/withdraw", {
      summary: "Take an offer back. The seller's page says so",
      body: offerVersionSchema,
      answer: offerAnswerSchema,
      handle: async ({ id, body: { version }, caller, by }) => {
        const change = { id, version, ...by, today: todayOf(by.now) };
        return show(await withdrawOffer(database, change), caller, by.now);
      },
    });
  });

  async function show(offer: Offer, caller: Caller, now: Date) {
    const answers = await listAnswers(database.read, [offer.id]);
    return { offer: toAdminOffer({ ...offer, answers }, shownTo({ caller, now, ...services })) };
  }
}

function leadIdOf({ id }: { id: string }): string {
  if (!isId(id)) throw leadNotFound();
  return id;
}

function todayOf(now: Date): string {
  return wallClock(now, currentFacts().timeZone).day;
}
