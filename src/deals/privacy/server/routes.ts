import {
  confirmationSchema,
  newRequestSchema,
  requestConfirmedSchema,
  requestReceivedSchema,
  VERIFICATION_DAYS,
} from "#deals/privacy/privacy-request.ts";
import { formatDay } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import type { App } from "#platform/server/http/types.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import type { HashedLinks } from "#platform/server/links/hashed-links.ts";
import type { PersonKeyOf } from "./personal-data.ts";
import { confirmRequest, requestPrivacy } from "./request-privacy.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Database;
  clock: Clock;
  personKeyOf: PersonKeyOf;
  links: HashedLinks;
};

const PUBLIC = { access: "public" } as const;
const RECEIVED = `Please open the e-mail that we have sent to this address, and confirm within ${VERIFICATION_DAYS} days.`;

export function privacyRequestRoutes({ config, database, clock, personKeyOf, links }: Services) {
  return async (app: App) => {
    app.post(
      "",
      {
        config: PUBLIC,
        schema: {
          summary: "Ask for a copy, a correction or a deletion. Counts once the mailed link is confirmed",
          body: newRequestSchema,
          response: { 201: requestReceivedSchema },
        },
      },
      async (request, reply) => {
        const { body } = request;
        // Bots fill in every field. They get the answer they expect.
        if (!body.website)
          await requestPrivacy(database, {
            request: body,
            personKeyOf,
            links,
            limitKey: config.rateLimit ? clientAddressKey(request.ip) : undefined,
            idempotency: idempotentRequest("POST /api/privacy/requests", request.headers["idempotency-key"], body),
            now: clock.now(),
          });
        return reply.status(201).send({ success: true, message: RECEIVED });
      },
    );

    // The token is in the body: URLs end up in logs and browser history, and mail scanners open them.
    app.post(
      "/confirmation",
      {
        config: PUBLIC,
        schema: {
          summary: "Confirm the request that a mailed link opens",
          body: confirmationSchema,
          response: { 200: requestConfirmedSchema },
        },
      },
      async ({ body }) => {
        const confirmed = await confirmRequest(database, { token: body.token, now: clock.now() });
        const day = formatDay(confirmed.dueDay, "full");
        const message = confirmed.isNew
          ? `Your request is confirmed. We answer it by ${day}.`
          : `Your request was confirmed before. We answer it by ${day}.`;
        return { success: true as const, message, ...confirmed };
      },
    );
  };
}
