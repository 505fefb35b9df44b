import {
  confirmationSchema,
  newRequestSchema,
  requestConfirmedSchema,
  VERIFICATION_DAYS,
} from "#deals/privacy/privacy-request.ts";
import { formatDay } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import type { HashedLinks } from "#platform/server/links/hashed-links.ts";
import { doneSchema } from "#platform/shapes.ts";
import type { PersonKeyOf } from "./personal-data.ts";
import { confirmRequest, requestPrivacy } from "./request-privacy.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Database;
  clock: Clock;
  personKeyOf: PersonKeyOf;
  links: HashedLinks;
};

const RECEIVED = `Please open the e-mail that was sent to this address, and confirm within ${VERIFICATION_DAYS} days.`;

export function privacyRequestRoutes({ config, database, clock, personKeyOf, links }: Services) {
  return endpoints({ access: "public", clock }, (api) => {
    api.post("", {
      summary: "Ask for a copy, a correction or a deletion. Counts once the mailed link is confirmed",
      body: newRequestSchema,
      created: doneSchema,
      message: RECEIVED,
      handle: async ({ body, now, request }) => {
        // Bots fill in every field. They get the usual answer, and nothing is stored.
        if (!body.website)
          await requestPrivacy(database, {
            request: body,
            personKeyOf,
            links,
            limitKey: config.rateLimit ? clientAddressKey(request.ip) : undefined,
            idempotency: idempotentRequest("POST /api/privacy/requests", request.headers["idempotency-key"], body),
            now,
          });
      },
    });

    // The token is in the body, because logs and browser history keep URLs, and mail scanners open them.
    api.post("/confirmation", {
      summary: "Confirm the request that a mailed link opens",
      body: confirmationSchema,
      answer: requestConfirmedSchema,
      handle: async ({ body, now }) => {
        const confirmed = await confirmRequest(database, { token: body.token, now });
        const day = formatDay(confirmed.dueDay, "full");
        const message = confirmed.isNew
          ? `Your request is confirmed. It is answered by ${day}.`
          : `Your request was confirmed before. It is answered by ${day}.`;
        return { message, ...confirmed };
      },
    });
  });
}
