import * as z from "zod/mini";

export const AUDIT_LOG_ACTIONS = [
  "created",
  "imported",
  "status",
  "moved",
  "notes",
  "read",
  "changed",
  "role",
  "email",
  "password",
  "activated",
  "deactivated",
  "secret",
  "replayed",
  "contacted",
  "uncontacted",
  "corrected",
  "viewed",
  "deleted",
  "exported",
  "stopped",
] as const;
export type AuditLogAction = (typeof AUDIT_LOG_ACTIONS)[number];

export const VISITOR = "visitor";

export const auditLogEntrySchema = z.object({
  at: z.string(),
  /** The e-mail of the account, or "visitor". */
  actor: z.string(),
  action: z.enum(AUDIT_LOG_ACTIONS),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});

export type AuditLogEntry = z.infer<typeof auditLogEntrySchema>;

export const orphanEntrySchema = z.extend(auditLogEntrySchema, { subject: z.string() });

export type OrphanEntry = z.infer<typeof orphanEntrySchema>;

export const auditLogSchema = z.object({ success: z.literal(true), history: z.array(auditLogEntrySchema) });

export type History = z.infer<typeof auditLogSchema>;
