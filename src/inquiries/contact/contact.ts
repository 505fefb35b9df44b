// Labels of the fields are in facts.ts.
import * as z from "zod/mini";
import { type Attributions, attributionSchema } from "#people/leads/attribution.ts";
import type { Inquiry } from "#people/leads/inquiry.ts";
import { noticeSchema } from "#people/permissions/permission.ts";
import { mailedLineSchema } from "#platform/addresses-in-text.ts";
import { storedSchema } from "#platform/shapes.ts";
import { emailSchema, freeTextSchema, type lineSchema, optionalPhoneSchema } from "#platform/text.ts";
import { CONTACT_LIMITS, SUBJECTS, type Subject } from "./choices.ts";

/** New: nobody has opened it yet. */
export const CONTACT_STATUSES = ["New", "In Progress", "Resolved"] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

export const UNRESOLVED_STATUSES = ["New", "In Progress"] as const satisfies readonly ContactStatus[];

const SUBJECT_VALUES = Object.keys(SUBJECTS) as [Subject, ...Subject[]];

export const nameSchema = (line: typeof lineSchema) => line(CONTACT_LIMITS.name, "Name is required");

export const contactInputSchema = z.object({
  name: nameSchema(mailedLineSchema),
  email: emailSchema("Email is required"),
  phone: optionalPhoneSchema,
  subject: z._default(z.enum(SUBJECT_VALUES, "Please choose a subject"), "general"),
  message: freeTextSchema(CONTACT_LIMITS.message, "Message is required"),
});

/** Staff can correct these fields if a person asks. */
export const correctedFactsSchema = z.pick(contactInputSchema, { name: true, email: true, phone: true });

export type ContactCorrection = z.infer<typeof correctedFactsSchema>;

export type ContactInput = z.input<typeof contactInputSchema>;

/** The body of POST /api/contact. Unknown keys are ignored. */
export const newContactMessageSchema = z.extend(contactInputSchema, {
  /** Identifies the form's notice about the answer. Without it the permission is unknown. */
  notice: z.optional(noticeSchema),
  source: z.optional(attributionSchema),
  /** The honeypot: people do not see this field. */
  website: z.optional(z.unknown()),
});

export type NewContactMessage = z.infer<typeof newContactMessageSchema>;

export const contactFactsSchema = storedSchema(contactInputSchema);

export type ContactMessage = z.infer<typeof contactFactsSchema> &
  Inquiry & {
    id: string;
    status: ContactStatus;
    readAt?: string | undefined;
    notes?: string | undefined;
    source?: Attributions | undefined;
    version: number;
    createdAt: string;
    updatedAt: string;
  };

export function isUnresolved({ status }: Pick<ContactMessage, "status">): boolean {
  return UNRESOLVED_STATUSES.some((unresolved) => unresolved === status);
}
