import { newContactMessageSchema } from "#inquiries/contact/contact.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { withPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { visitorOf } from "#platform/server/visitor.ts";
import { doneSchema } from "#platform/shapes.ts";
import { sendContactMessage } from "./send-contact-message.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
};

const SENT = "Thank you for writing to us. We have your message and will get back to you soon.";

export function contactRoutes({ config, database, clock, readLeadRules }: Services) {
  return endpoints({ access: "public", clock }, (api) => {
    api.post("", {
      summary: "Send a message",
      body: newContactMessageSchema,
      created: doneSchema,
      message: SENT,
      handle: async ({ body, now, request }) => {
        const message = withPrivacySignal(body, request.headers);
        // Bots fill in every field. They get the answer they expect.
        if (!message.website)
          await sendContactMessage(database, {
            message,
            leadRules: await readLeadRules(),
            visitor: visitorOf(request),
            limitKey: config.rateLimit ? clientAddressKey(request.ip) : undefined,
            idempotency: idempotentRequest("POST /api/contact", request.headers["idempotency-key"], message),
            now,
          });
      },
    });
  });
}
