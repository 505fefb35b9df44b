import * as z from "zod/mini";
import { notesSchema } from "#inquiries/kinds/notes.ts";
import { inquiryShape } from "#people/leads/inquiry.ts";
import { stoppedSchema } from "#people/permissions/permission.ts";
import { pageSchema, paginationSchema } from "#platform/pagination.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import {
  CONTACT_STATUSES,
  type ContactMessage,
  type ContactStatus,
  contactFactsSchema,
  correctedFactsSchema,
} from "./contact.ts";

const UNKNOWN_STATUS = "Unknown status";

export const contactFilterSchema = z.object({
  search: z.optional(lineSchema(TEXT_LIMITS.search)),
  status: z.optional(
    z.pipe(
      z.enum([...CONTACT_STATUSES, ""], UNKNOWN_STATUS),
      z.transform((status): ContactStatus | undefined => status || undefined),
    ),
  ),
});

export type ContactFilter = z.infer<typeof contactFilterSchema>;

export const contactQuerySchema = z.extend(contactFilterSchema, pageSchema.shape);

const visitSchema = z.record(z.string(), z.string());

export const adminContactMessageSchema = z.object({
  _id: z.string(),
  ...contactFactsSchema.shape,
  status: z.enum(CONTACT_STATUSES),
  notes: z.optional(z.string()),
  read: z.boolean(),
  stopped: stoppedSchema,
  source: z.object({ first: z.optional(visitSchema), last: z.optional(visitSchema) }),
  ...inquiryShape,
  tries: z.optional(z.number()),
  /** Their lead is lost. */
  isLost: z.optional(z.literal(true)),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type AdminContactMessage = z.infer<typeof adminContactMessageSchema>;

/** The message is parsed here, because no schema serialises the body of an error. */
export function toAdminContactMessage(message: ContactMessage): AdminContactMessage {
  const { id: _id, readAt, source = {} } = message;
  return adminContactMessageSchema.parse({ ...message, _id, read: readAt !== undefined, source });
}

export const contactAnswerSchema = answerOf({ contact: adminContactMessageSchema });

export type ContactAnswer = z.infer<typeof contactAnswerSchema>;

export const contactListSchema = answerOf({
  contacts: z.array(adminContactMessageSchema),
  pagination: paginationSchema,
});

export type ContactList = z.infer<typeof contactListSchema>;

export const contactStatusChangeSchema = z.object({
  status: z.enum(CONTACT_STATUSES, "Please choose a status"),
  notes: z.optional(notesSchema),
  version: versionSchema,
});

export type ContactStatusChange = z.infer<typeof contactStatusChangeSchema>;

export const contactCorrectionSchema = z.extend(correctedFactsSchema, { version: versionSchema });

export type ContactCorrectionChange = z.infer<typeof contactCorrectionSchema>;

export const contactChangedSchema = answerOf({
  message: z.string(),
  contact: adminContactMessageSchema,
});

export type ContactChanged = z.infer<typeof contactChangedSchema>;

export const contactStatsSchema = answerOf({
  total: z.number(),
  new: z.number(),
  inProgress: z.number(),
  resolved: z.number(),
});

export type ContactStats = z.infer<typeof contactStatsSchema>;
