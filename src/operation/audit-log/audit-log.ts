// The log holds the actions of admins, of keys and of the site itself, not those of visitors.
import * as z from "zod/mini";
import { auditLogEntrySchema } from "#platform/audit-log.ts";
import { addDays, isDay } from "#platform/dates.ts";
import { pageSchema, paginationSchema } from "#platform/pagination.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";

const MAX_ACTOR_LENGTH = 300;
const MAX_KIND_LENGTH = 60;
const DAY = "Please choose a day";

/** On SQLite a longer statement blocks all others: older entries need a filter by day, or the export. */
export const MAX_LISTED = 20_000;

const SUBJECTS: Readonly<Record<string, string>> = {
  account: "Account",
  "audit-log": "Audit log",
  availability: "Availability",
  backup: "Backup",
  booking: "Booking",
  bookings: "List of bookings",
  "calendar feed": "Calendar",
  call: "Call",
  calls: "List of calls",
  contact: "Message",
  invitation: "Invitation",
  key: "Key",
  lead: "Lead",
  leads: "List of leads",
  link: "Short link",
  mail: "Email",
  offer: "Offer",
  people: "List of people",
  person: "Person, by address",
  "person row": "Person",
  picture: "Picture",
  "privacy request": "Privacy request",
  report: "Marketing report",
  restore: "Restore",
  roster: "Roster",
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
  person: z.optional(lineSchema(MAX_ACTOR_LENGTH)),
  kind: z.optional(lineSchema(MAX_KIND_LENGTH)),
  from: daySchema,
  to: daySchema,
});

export type AuditLogFilter = z.infer<typeof auditLogFilterSchema>;

export const auditLogQuerySchema = z.extend(auditLogFilterSchema, pageSchema.shape);

const listedEntrySchema = z.extend(auditLogEntrySchema, {
  _id: z.string(),
  subject: z.object({
    kind: z.string(),
    text: z.string(),
    link: z.optional(z.string()),
  }),
});

export type ListedEntry = z.infer<typeof listedEntrySchema>;

export const auditLogListSchema = answerOf({
  entries: z.array(listedEntrySchema),
  people: z.array(z.string()),
  kinds: z.array(z.object({ kind: z.string(), text: z.string() })),
  isCut: z.boolean(),
  pagination: paginationSchema,
});

export type AuditLogList = z.infer<typeof auditLogListSchema>;
