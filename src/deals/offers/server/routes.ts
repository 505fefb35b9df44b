import { currentFacts } from "#company/facts/facts.ts";
import { answeredSchema, answerSchema, viewedSchema, viewSchema } from "#deals/offers/seller.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { answerOffer, unknownLink, viewOffer } from "./answer-offer.ts";
import type { OfferLinks } from "./offer-links.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Parameters<typeof answerOffer>[0];
  clock: Clock;
  offerLinks: OfferLinks;
};

const ANSWERED = "Thank you. Your answer has arrived, and you will hear back soon.";

/** The secret is in the body, because logs and browser history keep URLs, and mail scanners open them. */
export function offerRoutes({ config, database, clock, offerLinks }: Services) {
  return endpoints({ access: "public", clock }, (api) => {
    api.post("/view", {
      summary: "The offer that a link in our e-mail opens. Records that it was opened",
      body: viewSchema,
      answer: viewedSchema,
      handle: async ({ body }) => ({
        offer: await viewOffer(database, { id: requireId(body.token), ...present() }),
      }),
    });

    api.post("/answer", {
      summary: "Answer an offer: yes, a question, another sum, or no. Binds the seller to nothing",
      body: answerSchema,
      answer: answeredSchema,
      message: ANSWERED,
      handle: async ({ body: given, request }) => {
        const offer = await answerOffer(database, {
          id: requireId(given.token),
          given,
          limitKey: config.rateLimit ? clientAddressKey(request.ip) : undefined,
          idempotency: idempotentRequest("POST /api/offers/answer", request.headers["idempotency-key"], given),
          ...present(),
        });
        return { offer };
      },
    });
  });

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
