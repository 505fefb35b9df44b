// Everything that was done, except what visitors did: by admins, by keys, and by the site itself.
import * as z from "zod/mini";
import { auditLogEntrySchema } from "#platform/audit-log.ts";
import { addDays, isDay } from "#platform/dates.ts";
import { pageSchema, paginationSchema } from "#platform/pagination.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";

const MAX_ACTOR_LENGTH = 300;
const MAX_KIND_LENGTH = 60;
const DAY = "Please choose a day";

/** No statement reads more, because on SQLite it holds up everybody: older entries need a filter by day, or the export. */
export const MAX_LISTED = 20_000;

/** What an entry is about, by the kind that is stored. A kind that is missing here is shown as it is stored. */
const SUBJECTS: Readonly<Record<string, string>> = {
  account: "Account",
  "audit-log": "List of everything done",
  availability: "Availability",
  backup: "Backup",
  booking: "Booking",
  bookings: "List of bookings",
  "calendar feed": "Calendar",
  call: "Call",
  contact: "Message",
  key: "Key",
  lead: "Lead",
  link: "Short link",
  mail: "E-mail",
  offer: "Offer",
  person: "Person, by address",
  "person row": "Person",
  picture: "Picture",
  "privacy request": "Privacy request",
  restore: "Restore",
  site: "Site",
  spend: "Marketing spend",
  webhook: "Webhook endpoint",
};

export function subjectText(kind: string): string {
  const known = Object.hasOwn(SUBJECTS, kind) ? SUBJECTS[kind] : undefined;
  return known ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

const daySchema = z.optional(
  z.string(DAY).check(z.refine((text) => text === "" || (isDay(text) && isDay(addDays(text, 1))), DAY)),
);

export const auditLogFilterSchema = z.object({
  /** As the actor of an entry. */
  person: z.optional(lineSchema(MAX_ACTOR_LENGTH)),
  /** As the kind of an entry's subject. */
  kind: z.optional(lineSchema(MAX_KIND_LENGTH)),
  /** The first and the last day, in the company's time zone. */
  from: daySchema,
  to: daySchema,
});

export type AuditLogFilter = z.infer<typeof auditLogFilterSchema>;

export const auditLogQuerySchema = z.extend(auditLogFilterSchema, pageSchema.shape);

const listedEntrySchema = z.extend(auditLogEntrySchema, {
  _id: z.string(),
  subject: z.object({
    kind: z.string(),
    /** In words, with the name of the record if it still exists. */
    text: z.string(),
    /** The page of the record, if it still exists and has one. */
    link: z.optional(z.string()),
  }),
});

export type ListedEntry = z.infer<typeof listedEntrySchema>;

export const auditLogListSchema = answerOf({
  entries: z.array(listedEntrySchema),
  /** Everyone and everything that has an entry. */
  people: z.array(z.string()),
  kinds: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** Whether the filter matches more, older entries than are listed. */
  isCut: z.boolean(),
  pagination: paginationSchema,
});

export type AuditLogList = z.infer<typeof auditLogListSchema>;
