import { currentFacts } from "#company/facts/facts.ts";
import { answeredSchema, answerSchema, viewedSchema, viewSchema } from "#deals/offers/seller.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import type { App } from "#platform/server/http/types.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { answerOffer, unknownLink, viewOffer } from "./answer-offer.ts";
import type { OfferLinks } from "./offer-links.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Parameters<typeof answerOffer>[0];
  clock: Clock;
  offerLinks: OfferLinks;
};

const PUBLIC = { access: "public" } as const;
const ANSWERED = "Thank you. We have your answer and will get back to you soon.";

/** The secret is always in the body: URLs end up in logs and browser history, and mail scanners open them. */
export function offerRoutes({ config, database, clock, offerLinks }: Services) {
  return async (app: App) => {
    app.post(
      "/view",
      {
        config: PUBLIC,
        schema: {
          summary: "The offer that a link in our e-mail opens. Records that it was opened",
          body: viewSchema,
          response: { 200: viewedSchema },
        },
      },
      async ({ body }) => {
        const offer = await viewOffer(database, { id: requireId(body.token), ...present() });
        return { success: true as const, offer };
      },
    );

    app.post(
      "/answer",
      {
        config: PUBLIC,
        schema: {
          summary: "Answer an offer: yes, a question, another sum, or no. Binds the seller to nothing",
          body: answerSchema,
          response: { 200: answeredSchema },
        },
      },
      async (request) => {
        const given = request.body;
        const offer = await answerOffer(database, {
          id: requireId(given.token),
          given,
          limitKey: config.rateLimit ? clientAddressKey(request.ip) : undefined,
          idempotency: idempotentRequest("POST /api/offers/answer", request.headers["idempotency-key"], given),
          ...present(),
        });
        return { success: true as const, message: ANSWERED, offer };
      },
    );
  };

  function requireId(token: string): string {
    const id = offerLinks.readToken(token);
    if (!id) throw unknownLink();
    return id;
  }

  function present() {
    const now = clock.now();
    return { now, today: wallClock(now, currentFacts().timeZone).day };
  }
}
