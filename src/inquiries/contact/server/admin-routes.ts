import * as z from "zod/mini";
import {
  type AdminContactMessage,
  contactAnswerSchema,
  contactChangedSchema,
  contactCorrectionSchema,
  contactListSchema,
  contactNotesChangeSchema,
  contactQuerySchema,
  contactStatsSchema,
  contactStatusChangeSchema,
  toAdminContactMessage,
} from "#inquiries/contact/admin.ts";
import type { ContactMessage } from "#inquiries/contact/contact.ts";
import { firstContactChangeSchema, type LeadRules } from "#people/leads/inquiry.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { AppError } from "#platform/errors.ts";
import { paginationOf } from "#platform/pagination.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { showingPresent } from "#platform/version.ts";
import {
  changeContactStatus,
  correctContactMessage,
  deleteContactMessage,
  markContactMessageRead,
  markFirstContact,
  saveContactNotes,
} from "./change-contact-message.ts";
import { showMessage, showMessages } from "./shown-message.ts";
import { countContactMessages, findContactMessage, listContactMessages } from "./store.ts";

type Services = {
  database: Database;
  clock: Clock;
  /** Read per request, because the owner can close days in the admin area. */
  readLeadRules: () => Promise<LeadRules>;
};

const config = { access: "admin", keys: "leads" } as const;
const idSchema = z.object({ id: z.string() });
const doneSchema = z.object({ success: z.literal(true), message: z.string() });

export function contactAdminRoutes({ database, clock, readLeadRules }: Services) {
  return async (app: App) => {
    app.get(
      "/submissions",
      {
        config,
        schema: { summary: "Messages", querystring: contactQuerySchema, response: { 200: contactListSchema } },
      },
      async ({ query }) => {
        const { messages, total } = await listContactMessages(database, query, query);
        return {
          success: true as const,
          contacts: await showMessages(database, messages.map(toAdminContactMessage)),
          pagination: paginationOf(query, total),
        };
      },
    );

    app.get(
      "/stats",
      { config, schema: { summary: "Number of messages by status", response: { 200: contactStatsSchema } } },
      async () => ({ success: true as const, ...(await countContactMessages(database.read)) }),
    );

    app.get(
      "/submissions/:id",
      {
        config,
        schema: {
          summary: "One message",
          params: idSchema,
          response: { 200: contactAnswerSchema },
        },
      },
      async ({ params }) => {
        const message = await findContactMessage(database.read, requireId(params.id));
        if (!message) throw new AppError("not_found", "Message not found");
        return { success: true as const, contact: await showMessage(database, toAdminContactMessage(message)) };
      },
    );

    app.get(
      "/submissions/:id/history",
      {
        config,
        schema: { summary: "Audit log of a message", params: idSchema, response: { 200: auditLogSchema } },
      },
      async ({ params }) => {
        const history = await listAuditLog(database.read, { kind: "contact", id: requireId(params.id) });
        return { success: true as const, history };
      },
    );

    app.patch(
      "/submissions/:id/status",
      {
        config,
        schema: {
          summary: "Set the status of a message",
          params: idSchema,
          body: contactStatusChangeSchema,
          response: { 200: contactChangedSchema },
        },
      },
      async (request) => {
        const { status, notes, version } = request.body;
        const leadRules = await readLeadRules();
        const change = { ...changeBy(request), leadRules, status, notes, version };
        return changed("Contact status updated successfully", changeContactStatus(database, change));
      },
    );

    app.patch(
      "/submissions/:id/notes",
      {
        config,
        schema: {
          summary: "Replace the notes of a message",
          params: idSchema,
          body: contactNotesChangeSchema,
          response: { 200: contactChangedSchema },
        },
      },
      async (request) => {
        const { notes, version } = request.body;
        const change = saveContactNotes(database, { ...changeBy(request), notes, version });
        return changed("Notes added successfully", change);
      },
    );

    app.patch(
      "/submissions/:id/read",
      {
        config,
        schema: { summary: "Mark a message as read", params: idSchema, response: { 200: contactChangedSchema } },
      },
      async (request) => changed("Marked as read", markContactMessageRead(database, changeBy(request))),
    );

    app.patch(
      "/submissions/:id/correction",
      {
        config,
        schema: {
          summary: "Correct name, e-mail or phone of a message",
          params: idSchema,
          body: contactCorrectionSchema,
          response: { 200: contactChangedSchema },
        },
      },
      async (request) => {
        const { version, ...correction } = request.body;
        const change = correctContactMessage(database, { ...changeBy(request), version, correction });
        return changed("Contact corrected successfully", change);
      },
    );

    app.patch(
      "/submissions/:id/first-contact",
      {
        config,
        schema: {
          summary: "Mark the first contact with the sender, or remove the mark",
          params: idSchema,
          body: firstContactChangeSchema,
          response: { 200: contactChangedSchema },
        },
      },
      async (request) => {
        const { contacted, version } = request.body;
        const leadRules = await readLeadRules();
        const change = markFirstContact(database, { ...changeBy(request), leadRules, contacted, version });
        return changed(contacted ? "First contact marked" : "First contact mark removed", change);
      },
    );

    app.delete(
      "/submissions/:id",
      { config, schema: { summary: "Delete a message", params: idSchema, response: { 200: doneSchema } } },
      async (request) => {
        await showingPresent(deleteContactMessage(database, changeBy(request)), "contact", show);
        return { success: true as const, message: "Contact deleted successfully" };
      },
    );
  };

  async function changed(message: string, change: Promise<ContactMessage>) {
    const contact = await show(toAdminContactMessage(await showingPresent(change, "contact", show)));
    return { success: true as const, message, contact };
  }

  function show(contact: AdminContactMessage) {
    return showMessage(database, contact);
  }

  function changeBy(request: Parameters<typeof requireCaller>[0] & { params: { id: string } }) {
    const { id: actorId, email: actor } = requireCaller(request);
    return { id: requireId(request.params.id), actor, actorId, now: clock.now() };
  }
}

function requireId(id: string): string {
  if (!isId(id)) throw new AppError("not_found", "Message not found");
  return id;
}
