import * as z from "zod/mini";
import { contactInputSchema } from "#inquiries/contact/contact.ts";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

export const visitorInputSchema = z.extend(contactInputSchema, { website: z.optional(z.string()) });

export type VisitorInput = z.input<typeof visitorInputSchema>;

export type VisitorForm = SchemaForm<VisitorInput, z.output<typeof visitorInputSchema>>;
