import * as z from "zod/mini";
import { newNoteSchema, noteSchema } from "#people/leads/note.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { answerOf } from "#platform/shapes.ts";
import { findLead, joinedIds } from "./leads.ts";
import { listNotes, writeNote } from "./notes.ts";
import { lockLead } from "./stage.ts";

type Services = { database: Database; clock: Clock };

const notesSchema = answerOf({ notes: z.array(noteSchema) });
const noteAddedSchema = answerOf({ message: z.string(), note: noteSchema });

export function leadNoteRoutes({ database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["answer"], programs: true, clock, notFound: leadNotFound }, (api) => {
    api.get("/:id/notes", {
      summary: "The notes of a lead and of all that belongs to it, the newest first",
      answer: notesSchema,
      handle: async ({ id }) => {
        if (!(await findLead(database.read, id))) throw leadNotFound();
        return { notes: await listNotes(database.read, await joinedIds(database.read, [id])) };
      },
    });

    api.post("/:id/notes", {
      summary: "Add a note to a lead; none is ever changed",
      body: newNoteSchema,
      created: noteAddedSchema,
      message: "Note added",
      handle: async ({ id, body: { text }, by: { actor, now } }) => {
        const note = await database.transaction(async (trx) => {
          if (!(await lockLead(trx, id))) throw leadNotFound();
          const subject = { kind: "lead", id } as const;
          await writeAuditLogEntry(trx, { subject, actor, action: "notes", now });
          return writeNote(trx, { leadId: id, record: subject, text, author: actor, now });
        });
        return { note };
      },
    });
  });
}

export function leadNotFound(): AppError {
  return new AppError("not_found", "Lead not found");
}
