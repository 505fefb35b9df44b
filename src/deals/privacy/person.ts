// A person's page shows everything about them in one timeline.
import * as z from "zod/mini";
import { leadSchema } from "#deals/follow-up/admin.ts";
import { offerListSchema } from "#deals/offers/admin.ts";
import { LOST_REASON_VALUES, STAGES } from "#people/leads/lead.ts";
import { logSchema } from "#people/leads/log.ts";
import { nextStepSchema } from "#people/leads/next-step.ts";
import { stoppedSchema } from "#people/permissions/permission.ts";
import { pageSchema, paginationSchema } from "#platform/pagination.ts";
import { formatPhone } from "#platform/phone.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema, TEXT_LIMITS } from "#platform/text.ts";

export const identitySchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
});

export type Identity = z.infer<typeof identitySchema>;

/** "Renée Núñez, renee@example.com", or with the phone number if there is no address. */
export function identityText({ name, email, phone }: Identity): string {
  return [name, email ?? (phone && formatPhone(phone))].filter(Boolean).join(", ");
}

export const peopleQuerySchema = z.extend(pageSchema, {
  search: z.optional(lineSchema(TEXT_LIMITS.search)),
});

export const peopleListSchema = answerOf({
  /** Latest inquiry first. */
  people: z.array(z.extend(identitySchema, { isMerged: z.boolean(), stopped: stoppedSchema, updatedAt: z.string() })),
  pagination: paginationSchema,
});

export type PeopleList = z.infer<typeof peopleListSchema>;
export type ListedPerson = PeopleList["people"][number];

export const EVENT_KINDS = {
  booking: "Booking",
  message: "Message",
  call: "Call",
  try: "Try",
  note: "Note",
  offer: "Offer",
  mail: "Email",
  permission: "Permission",
  history: "History",
} as const;

export type EventKind = keyof typeof EVENT_KINDS;

export const eventSchema = z.object({
  kind: z.enum(Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]]),
  at: z.string(),
  /** "Booked a meeting on Nov 25, 2026, 10:00 AM". */
  title: z.string(),
  text: z.optional(z.string()),
  /** Names an account's e-mail address; missing if the person acted or the account is not known. */
  by: z.optional(z.string()),
  link: z.optional(z.string()),
  leadId: z.optional(z.string()),
});

export type PersonEvent = z.infer<typeof eventSchema>;

export const personLeadSchema = z.object({
  _id: z.string(),
  /** "Address not known yet" without a street. */
  place: z.string(),
  situation: z.optional(z.string()),
  stage: z.enum(STAGES),
  lostReason: z.optional(z.enum(LOST_REASON_VALUES)),
  isOpen: z.boolean(),
  inquiries: z.number(),
  tries: z.number(),
  nextStep: z.optional(nextStepSchema),
  /** The next one ahead. */
  meeting: z.optional(
    z.object({ _id: z.string(), meetingDate: z.string(), meetingTime: z.string(), meetingType: z.string() }),
  ),
  version: z.number(),
  createdAt: z.string(),
});

export type PersonLead = z.infer<typeof personLeadSchema>;

/** What the first screen of a person shows of a lead, so that it needs no further call. */
const shownLeadSchema = z.object({
  lead: leadSchema,
  log: z.omit(logSchema, { success: true }),
  offers: z.omit(offerListSchema, { success: true }),
});

export const MAX_SHOWN_LEADS = 3;

export const personPageSchema = answerOf({
  person: identitySchema,
  /** Lists the identities that are merged into this person, its own first. */
  identities: z.array(z.extend(identitySchema, { mergedInto: z.optional(z.string()), stopped: stoppedSchema })),
  /** One of them stopped us, and they never came themselves. */
  isShut: z.optional(z.boolean()),
  linked: z.array(identitySchema),
  leads: z.array(personLeadSchema),
  /** Of the first leads. */
  shown: z.array(shownLeadSchema),
  /** Latest first. */
  events: z.array(eventSchema),
  isCut: z.boolean(),
});

export type PersonPage = z.infer<typeof personPageSchema>;

export const mergeSchema = z.object({ personId: z.string("Please choose a person") });
export type Merge = z.infer<typeof mergeSchema>;

export const mergedSchema = answerOf({ message: z.string(), personId: z.string() });
export type Merged = z.infer<typeof mergedSchema>;
