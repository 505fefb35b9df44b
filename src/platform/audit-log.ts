import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { withCommas } from "#platform/text.ts";

export const AUDIT_LOG_ACTIONS = [
  "created",
  "imported",
  "status",
  "moved",
  "notes",
  "read",
  "changed",
  "role",
  "duties",
  "email",
  "password",
  "activated",
  "deactivated",
  "signed-out",
  "secret",
  "replayed",
  "contacted",
  "uncontacted",
  "corrected",
  "viewed",
  "deleted",
  "exported",
  "fetched",
  "stopped",
  "stage",
  "step",
  "tried",
  "claimed",
  "reopened",
  "slept",
  "taken-back",
  "amounts",
  "merged",
  "parted",
  "sent",
  "published",
  "replaced",
  "withdrawn",
  "revoked",
  "answered",
  "factor_added",
  "factor_removed",
  "recovery_codes",
  "recovery_code",
  "released",
] as const;
export type AuditLogAction = (typeof AUDIT_LOG_ACTIONS)[number];

export const VISITOR = "visitor";

export const auditLogEntrySchema = z.object({
  at: z.string(),
  actor: z.string(),
  action: z.enum(AUDIT_LOG_ACTIONS),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** How many left, with an export. */
  rows: z.optional(z.number()),
});

export type AuditLogEntry = z.infer<typeof auditLogEntrySchema>;

export const orphanEntrySchema = z.extend(auditLogEntrySchema, { subject: z.string() });

export type OrphanEntry = z.infer<typeof orphanEntrySchema>;

export const auditLogSchema = answerOf({ history: z.array(auditLogEntrySchema) });

export type History = z.infer<typeof auditLogSchema>;

export function sentenceOf({ actor, action, from, to, rows }: AuditLogEntry): string {
  switch (action) {
    case "created":
      if (to) return `Added: ${to}`;
      return actor === VISITOR ? "Sent in" : "Made";
    case "imported":
      return to ? `Imported from a file ${to}` : "Imported from a file";
    case "status":
      return `Status changed from ${from} to ${to}`;
    case "moved":
      return `Moved from ${from} to ${to}`;
    case "notes":
      return "Notes changed";
    case "read":
      return from === to ? "Read" : `Read; status changed from ${from} to ${to}`;
    case "changed":
      return `Changed: ${to}`;
    case "secret":
      return "New secret created";
    case "replayed":
      return `Sent once more: ${to}`;
    case "role":
      return `Role changed from ${from} to ${to}`;
    case "duties":
      return `Duties changed from ${from} to ${to}`;
    case "email":
      return to ? `Email ${to}` : "Email changed";
    case "password":
      return to ? `New password set ${to}` : "New password set";
    case "activated":
      return "Activated";
    case "deactivated":
      return "Deactivated";
    case "signed-out":
      return to ? `Signed out: ${to}` : "Signed out everywhere else";
    case "contacted":
      return to ? `First contact marked, after ${to}` : "First contact marked";
    case "uncontacted":
      return "First contact mark removed";
    case "corrected":
      return `Corrected: ${to}`;
    case "viewed":
      return "Looked at";
    case "deleted":
      return "Deleted";
    case "exported":
      return `Exported${to ? `: ${to}` : ""}${rows === undefined ? "" : ` (${rowsText(rows)})`}`;
    case "fetched":
      return `Read: ${[rows !== undefined && rowsText(rows), to || "all"].filter(Boolean).join(", ")}`;
    case "stopped":
      return `Stopped: ${to}`;
    case "stage":
      return `Stage changed from ${from} to ${to}`;
    case "step":
      return `Next step: ${to}`;
    case "tried":
      return `Tried to reach: ${to}`;
    case "claimed":
      return to ? `Took it: ${to}` : "Took it";
    case "reopened":
      return to ? `Open again: ${to}` : "Open again";
    case "slept":
      return `Asleep ${to}`;
    case "taken-back":
      return `Taken back: ${to}`;
    case "amounts":
      return `Amounts changed: ${to}`;
    case "merged":
      return `Merged: ${to}`;
    case "parted":
      return `Parted: ${to}`;
    case "sent":
      return `Sent: ${to}`;
    case "published":
      return `Published: ${to}`;
    case "replaced":
      return "Replaced by a newer one";
    case "withdrawn":
      return "Withdrawn";
    case "revoked":
      return "Revoked";
    case "answered":
      return `Answered: ${to}`;
    case "factor_added":
      return `Second factor added: ${to}`;
    case "factor_removed":
      return `Second factor removed: ${to}`;
    case "recovery_codes":
      return "New recovery codes made";
    case "recovery_code":
      return "A recovery code used";
    case "released":
      return "Released what waited after a restore";
  }
}

function rowsText(rows: number): string {
  return rows === 1 ? "1 row" : `${withCommas(rows)} rows`;
}
