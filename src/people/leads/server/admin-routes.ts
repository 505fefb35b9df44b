import * as z from "zod/mini";
import { newNoteSchema, noteSchema } from "#people/leads/note.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { findLead } from "./leads.ts";
import { listNotes, writeNote } from "./notes.ts";
import { lockLead } from "./stage.ts";

type Services = { database: Database; clock: Clock };

const config = { access: "admin", keys: "leads" } as const;
const idSchema = z.object({ id: z.string() });
const notesSchema = z.object({ success: z.literal(true), notes: z.array(noteSchema) });
const noteAddedSchema = z.object({ success: z.literal(true), message: z.string(), note: noteSchema });

export function leadNoteRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/:id/notes",
      {
        config,
        schema: {
          summary: "The notes of a lead and of all that belongs to it, the newest first",
          params: idSchema,
          response: { 200: notesSchema },
        },
      },
      async ({ params: { id } }) => {
        if (!isId(id) || !(await findLead(database.read, id))) throw leadNotFound();
        return { success: true as const, notes: await listNotes(database.read, [id]) };
      },
    );

    app.post(
      "/:id/notes",
      {
        config,
        schema: {
          summary: "Add a note to a lead; none is ever changed",
          params: idSchema,
          body: newNoteSchema,
          response: { 201: noteAddedSchema },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const { email: actor } = requireCaller(request);
        const now = clock.now();
        const note = await database.transaction(async (trx) => {
          if (!isId(id) || !(await lockLead(trx, id))) throw leadNotFound();
          const subject = { kind: "lead", id } as const;
          await writeAuditLogEntry(trx, { subject, actor, action: "notes", now });
          return writeNote(trx, { leadId: id, record: subject, text: request.body.text, author: actor, now });
        });
        return reply.status(201).send({ success: true as const, message: "Note added", note });
      },
    );
  };
}

export function leadNotFound(): AppError {
  return new AppError("not_found", "Lead not found");
}
