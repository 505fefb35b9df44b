import {
  type AdminContactMessage,
  type ContactList,
  contactAnswerSchema,
  contactChangedSchema,
  contactCorrectionSchema,
  contactListSchema,
  contactQuerySchema,
  contactStatsSchema,
  contactStatusChangeSchema,
  toAdminContactMessage,
} from "#inquiries/contact/admin.ts";
import { inquiryRoutes } from "#inquiries/kinds/server/inquiry-routes.ts";
import { showInquiries } from "#inquiries/kinds/server/shown.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { paginationOf } from "#platform/pagination.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { untilChanged } from "#platform/server/database/queries/until-changed.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { showingPresent } from "#platform/version.ts";
import { changeContactStatus, deleteContactMessage, markContactMessageRead } from "./change-contact-message.ts";
import { MESSAGES } from "./contact-kind.ts";
import { countContactMessages, listContactMessages } from "./store.ts";

type Services = {
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
};

export function contactAdminRoutes({ database, clock, readLeadRules }: Services) {
  const kept = untilChanged<Omit<ContactList, "success">>(database);
  return endpoints(
    { access: "admin", duties: ["answer"], programs: true, clock, notFound: MESSAGES.notFound },
    (api) => {
      const showAll = (messages: readonly AdminContactMessage[]) => showInquiries(database, messages);

      api.get("/submissions", {
        summary: "Messages",
        query: contactQuerySchema,
        answer: contactListSchema,
        handle: ({ query }) =>
          kept(JSON.stringify(query), async () => {
            const { messages, total } = await listContactMessages(database, query, query);
            return {
              contacts: await showAll(messages.map(toAdminContactMessage)),
              pagination: paginationOf(query, total),
            };
          }),
      });

      api.get("/stats", {
        summary: "Number of messages by status",
        answer: contactStatsSchema,
        handle: () => countContactMessages(database.read),
      });

      const { changed, show } = inquiryRoutes(api, {
        database,
        readLeadRules,
        kind: MESSAGES,
        path: "/submissions",
        details: "",
        notesMethod: "patch",
        name: "contact",
        words: { one: "message", label: "Contact", person: "sender", facts: "name, e-mail or phone" },
        answer: contactAnswerSchema,
        changed: contactChangedSchema,
        correction: contactCorrectionSchema,
        toShown: toAdminContactMessage,
        showAll,
      });

      api.patch("/submissions/:id/status", {
        summary: "Set the status of a message",
        body: contactStatusChangeSchema,
        answer: contactChangedSchema,
        handle: async ({ id, body: { status, notes, version }, by }) => {
          const change = { id, ...by, leadRules: await readLeadRules(), status, notes, version };
          return changed("Contact status updated successfully", changeContactStatus(database, change));
        },
      });

      api.patch("/submissions/:id/read", {
        summary: "Mark a message as read",
        answer: contactChangedSchema,
        handle: ({ id, by }) => changed("Marked as read", markContactMessageRead(database, { id, ...by })),
      });

      api.delete("/submissions/:id", {
        summary: "Delete a message",
        message: "Contact deleted successfully",
        handle: ({ id, by }) => showingPresent(deleteContactMessage(database, { id, ...by }), "contact", show),
      });
    },
  );
}
