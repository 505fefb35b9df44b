import {
  type AdminContactMessage,
  contactAnswerSchema,
  contactChangedSchema,
  contactCorrectionSchema,
  contactListSchema,
  contactQuerySchema,
  contactStatsSchema,
  contactStatusChangeSchema,
  toAdminContactMessage,
} from "#inquiries/contact/admin.ts";
import type { ContactMessage } from "#inquiries/contact/contact.ts";
import { notesChangeSchema } from "#inquiries/kinds/notes.ts";
import { correctFacts, markFirstContact, saveNotes } from "#inquiries/kinds/server/change.ts";
import { firstContactChangeSchema, type LeadRules } from "#people/leads/inquiry.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { paginationOf } from "#platform/pagination.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { showingPresent } from "#platform/version.ts";
import { changeContactStatus, deleteContactMessage, markContactMessageRead } from "./change-contact-message.ts";
import { MESSAGES } from "./contact-kind.ts";
import { showMessage, showMessages } from "./shown-message.ts";
import { countContactMessages, findContactMessage, listContactMessages } from "./store.ts";

type Services = {
  database: Database;
  clock: Clock;
  /** The rules are read per request, because the owner can close days in the admin area. */
  readLeadRules: () => Promise<LeadRules>;
};

export function contactAdminRoutes({ database, clock, readLeadRules }: Services) {
  return endpoints({ access: "admin", keys: "leads", clock, notFound: MESSAGES.notFound }, (api) => {
    api.get("/submissions", {
      summary: "Messages",
      query: contactQuerySchema,
      answer: contactListSchema,
      handle: async ({ query }) => {
        const { messages, total } = await listContactMessages(database, query, query);
        return {
          contacts: await showMessages(database, messages.map(toAdminContactMessage)),
          pagination: paginationOf(query, total),
        };
      },
    });

    api.get("/stats", {
      summary: "Number of messages by status",
      answer: contactStatsSchema,
      handle: () => countContactMessages(database.read),
    });

    api.get("/submissions/:id", {
      summary: "One message",
      answer: contactAnswerSchema,
      handle: async ({ id }) => {
        const message = await findContactMessage(database.read, id);
        if (!message) throw MESSAGES.notFound();
        return { contact: await showMessage(database, toAdminContactMessage(message)) };
      },
    });

    api.get("/submissions/:id/history", {
      summary: "Audit log of a message",
      answer: auditLogSchema,
      handle: async ({ id }) => ({ history: await listAuditLog(database.read, { kind: "contact", id }) }),
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

    api.patch("/submissions/:id/notes", {
      summary: "Replace the notes of a message",
      body: notesChangeSchema,
      answer: contactChangedSchema,
      handle: ({ id, body: { notes, version }, by }) =>
        changed("Notes added successfully", saveNotes(database, MESSAGES, { id, ...by, notes, version })),
    });

    api.patch("/submissions/:id/read", {
      summary: "Mark a message as read",
      answer: contactChangedSchema,
      handle: ({ id, by }) => changed("Marked as read", markContactMessageRead(database, { id, ...by })),
    });

    api.patch("/submissions/:id/correction", {
      summary: "Correct name, e-mail or phone of a message",
      body: contactCorrectionSchema,
      answer: contactChangedSchema,
      handle: ({ id, body: { version, ...correction }, by }) => {
        const change = correctFacts(database, MESSAGES, { id, ...by, version, correction });
        return changed("Contact corrected successfully", change);
      },
    });

    api.patch("/submissions/:id/first-contact", {
      summary: "Mark the first contact with the sender, or remove the mark",
      body: firstContactChangeSchema,
      answer: contactChangedSchema,
      handle: async ({ id, body: { contacted, version }, by }) => {
        const leadRules = await readLeadRules();
        const change = markFirstContact(database, MESSAGES, { id, ...by, leadRules, contacted, version });
        return changed(contacted ? "First contact marked" : "First contact mark removed", change);
      },
    });

    api.delete("/submissions/:id", {
      summary: "Delete a message",
      message: "Contact deleted successfully",
      handle: ({ id, by }) => showingPresent(deleteContactMessage(database, { id, ...by }), "contact", show),
    });
  });

  async function changed(message: string, change: Promise<ContactMessage>) {
    const contact = await show(toAdminContactMessage(await showingPresent(change, "contact", show)));
    return { message, contact };
  }

  function show(contact: AdminContactMessage) {
    return showMessage(database, contact);
  }
}
