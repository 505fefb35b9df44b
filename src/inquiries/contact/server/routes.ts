import { contactMessageSentSchema, newContactMessageSchema } from "#inquiries/contact/contact.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { withPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import type { App } from "#platform/server/http/types.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { visitorOf } from "#platform/server/visitor.ts";
import { sendContactMessage } from "./send-contact-message.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
};

const SENT = "Thank you for writing to us. We have your message and will get back to you soon.";

export function contactRoutes({ config, database, clock, readLeadRules }: Services) {
  return async (app: App) => {
    app.post(
      "",
      {
        config: { access: "public" },
        schema: {
          summary: "Send a message",
          body: newContactMessageSchema,
          response: { 201: contactMessageSentSchema },
        },
      },
      async (request, reply) => {
        const message = withPrivacySignal(request.body, request.headers);
        // Bots fill in every field. They get the answer they expect.
        if (!message.website)
          await sendContactMessage(database, {
            message,
            leadRules: await readLeadRules(),
            visitor: visitorOf(request),
            limitKey: config.rateLimit ? clientAddressKey(request.ip) : undefined,
            idempotency: idempotentRequest("POST /api/contact", request.headers["idempotency-key"], message),
            now: clock.now(),
          });
        return reply.status(201).send({ success: true, message: SENT });
      },
    );
  };
}
