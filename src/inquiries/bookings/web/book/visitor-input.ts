import * as z from "zod/mini";
import { agreementSchema, bookingInputSchema } from "#inquiries/bookings/booking.ts";
import type { SchemaForm } from "#platform/web/forms/use-submit.ts";

export const visitorInputSchema = z.extend(bookingInputSchema, {
  consent: z.object({ agreed: agreementSchema, texts: z.optional(z.boolean()) }),
  website: z.optional(z.string()),
});

export type VisitorInput = z.input<typeof visitorInputSchema>;

export type VisitorForm = SchemaForm<VisitorInput, z.output<typeof visitorInputSchema>>;
