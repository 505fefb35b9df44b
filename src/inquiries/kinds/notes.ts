import * as z from "zod/mini";
import { freeTextSchema, TEXT_LIMITS } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

export const notesSchema = freeTextSchema(TEXT_LIMITS.notes);

export const notesChangeSchema = z.object({ notes: notesSchema, version: versionSchema });
