import * as z from "zod/mini";
import { freeTextSchema } from "#platform/text.ts";
import { INQUIRY_KINDS } from "./inquiry.ts";

export const MAX_NOTE_LENGTH = 10_000;

export const newNoteSchema = z.object({ text: freeTextSchema(MAX_NOTE_LENGTH, "Please write the note") });
export type NewNote = z.infer<typeof newNoteSchema>;

export const noteSchema = z.object({
  _id: z.string(),
  leadId: z.string(),
  record: z.object({ kind: z.enum([...INQUIRY_KINDS, "lead"]), id: z.string() }),
  author: z.optional(z.string()),
  text: z.string(),
  at: z.string(),
});

export type Note = z.infer<typeof noteSchema>;
