// A program adds a person of whom it knows: a vendor's lead, a form of another site, a call-tracking service.
import * as z from "zod/mini";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import { CALL_LIMITS, callPropertySchema, newCallSchema } from "#inquiries/calls/call.ts";
import { MAX_PART_LENGTH } from "#people/leads/attribution.ts";
import { mailedLineSchema } from "#platform/addresses-in-text.ts";
import { parseCents } from "#platform/money.ts";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema, lineSchema } from "#platform/text.ts";

/** The names of the API. A vendor's names are assigned to them by a map of the key. */
export const LEAD_FIELDS = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  email: "Email",
  "property.street": "Street",
  "property.city": "City",
  "property.state": "State",
  "property.zipCode": "ZIP code",
  situation: "Situation",
  said: "What they said",
  source: "Source",
  campaign: "Campaign",
  cost: "Cost, in dollars",
  vendorId: "The vendor’s id",
  "statement.words": "Agreement: the words",
  "statement.at": "Agreement: the time",
  "statement.page": "Agreement: the page",
  "statement.certificate": "Agreement: the certificate",
  test: "Test",
} as const;

export type LeadField = keyof typeof LEAD_FIELDS;

export const LEAD_FIELD_NAMES = Object.keys(LEAD_FIELDS) as LeadField[];

const MAX_ID_LENGTH = 200;
const MAX_STATEMENT_LENGTH = 5_000;
const WRONG_COST = "Please write dollars, such as 12.50";

export const costSchema = z.pipe(
  z.pipe(
    z.string(WRONG_COST),
    z.transform((text) => (text.trim() === "" ? null : (parseCents(text) ?? Number.NaN))),
  ),
  z.nullable(z.int(WRONG_COST)),
);

export const sourceSchema = lineSchema(MAX_PART_LENGTH);

const { phone, email, situation, said } = newCallSchema.shape;

/** Staff read these in e-mails, also those of anybody who fills in a form of another site. */
const name = mailedLineSchema(CALL_LIMITS.name, "Name is required");
const property = z.optional(
  z.extend(callPropertySchema, {
    street: z.optional(mailedLineSchema(BOOKING_LIMITS.street)),
    city: z.optional(mailedLineSchema(BOOKING_LIMITS.city)),
  }),
);

export const addedLeadSchema = z
  .object({
    ...{ name, phone, email, property, situation, said },
    source: z.optional(sourceSchema),
    campaign: z.optional(sourceSchema),
    cost: z.optional(costSchema),
    vendorId: z.optional(lineSchema(MAX_ID_LENGTH)),
    /** What the vendor says that the person has agreed to. */
    statement: z.optional(
      z.object({
        words: z.optional(freeTextSchema(MAX_STATEMENT_LENGTH)),
        at: z.optional(lineSchema(MAX_ID_LENGTH)),
        page: z.optional(lineSchema(MAX_STATEMENT_LENGTH)),
        certificate: z.optional(lineSchema(MAX_STATEMENT_LENGTH)),
      }),
    ),
  })
  .check(
    z.refine((lead: { phone?: string | undefined; email?: string | undefined }) => Boolean(lead.phone || lead.email), {
      error: "Please send a phone number or an e-mail address",
      path: ["phone"],
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
  );

const sent = z.optional(z.string());

/** As the API is described. A program may send any other names too. */
export const sentLeadSchema = z.looseObject({
  ...{ name: sent, firstName: sent, lastName: sent, phone: sent, email: sent, situation: sent, said: sent },
  ...{ source: sent, campaign: sent, cost: sent, vendorId: sent, test: z.optional(z.boolean()) },
  property: z.optional(z.object({ street: sent, city: sent, state: sent, zipCode: sent })),
  statement: z.optional(z.object({ words: sent, at: sent, page: sent, certificate: sent })),
});

export const leadAddedSchema = answerOf({
  message: z.string(),
  callId: z.string(),
  leadId: z.string(),
  personId: z.string(),
});

export type AddedLead = z.infer<typeof addedLeadSchema>;

/** As the program sent it: the path of each value in the body, such as "property.street". */
export type SentField = readonly [path: string, value: string];

/** A field that is assigned to "" goes into the note, as does one that the map does not name. */
export type LeadMap = readonly (readonly [sent: string, field: LeadField | ""])[];
