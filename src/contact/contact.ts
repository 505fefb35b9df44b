// A contact message is what a visitor writes to the company without booking: a question, a complaint, a first step.
// This file holds its words. The form, the API, the admin list and its search all read them here. How each fact is called says facts.ts.
import * as z from "zod/mini";
import { type Attributions, attributionSchema } from "#leads/attribution.ts";
import type { Lead } from "#leads/lead.ts";
import { optionalPhoneSchema } from "#platform/phone.ts";
import { storedSchema } from "#platform/shapes.ts";
import { emailSchema, freeTextSchema, type lineSchema, mailedLineSchema } from "#platform/text.ts";

/** New: nobody has opened it yet. */
export const CONTACT_STATUSES = ["New", "In Progress", "Resolved"] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** Nobody has answered it for good. */
export const UNRESOLVED_STATUSES = ["New", "In Progress"] as const satisfies readonly ContactStatus[];

export const SUBJECTS = {
  general: "General Inquiry",
  property: "Property Question",
  offer: "Cash Offer",
  support: "Support",
  other: "Other",
} as const;

export type Subject = keyof typeof SUBJECTS;

const SUBJECT_VALUES = Object.keys(SUBJECTS) as [Subject, ...Subject[]];

/** Characters that a field may hold. */
export const CONTACT_LIMITS = { name: 100, message: 5_000, notes: 10_000 };

export const nameSchema = (line: typeof lineSchema) => line(CONTACT_LIMITS.name, "Name is required");

/** What the visitor types, in the order of the form. */
export const contactFormSchema = z.object({
  name: nameSchema(mailedLineSchema),
  email: emailSchema("Email is required"),
  phone: optionalPhoneSchema,
  subject: z._default(z.enum(SUBJECT_VALUES, "Please choose a subject"), "general"),
  message: freeTextSchema(CONTACT_LIMITS.message, "Message is required"),
});

export type ContactForm = z.input<typeof contactFormSchema>;

/** What POST /api/contact takes. Unknown keys are ignored. */
export const newContactMessageSchema = z.extend(contactFormSchema, {
  source: z.optional(attributionSchema),
  /** The honeypot: people never see this field. */
  website: z.optional(z.unknown()),
});

export type NewContactMessage = z.infer<typeof newContactMessageSchema>;

/** What is kept of what the visitor typed. */
export const contactFactsSchema = storedSchema(contactFormSchema);

/** A message as it leaves the store. */
export type ContactMessage = z.infer<typeof contactFactsSchema> &
  Lead & {
    id: string;
    status: ContactStatus;
    /** When an admin first opened it. */
    readAt?: string | undefined;
    notes?: string | undefined;
    source?: Attributions | undefined;
    version: number;
    createdAt: string;
    updatedAt: string;
  };

export const contactMessageSentSchema = z.object({ success: z.literal(true), message: z.string() });

export type ContactMessageSent = z.infer<typeof contactMessageSentSchema>;

/** Beside the form's button. */
export const CONTACT_NOTICE = "We use what you write here only to answer you.";
