// Who did what, and when: the lines under a record's details.
import * as z from "zod/mini";

export const HISTORY_ACTIONS = [
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
  "deleted",
  "exported",
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** The actor of what was done without a sign-in. */
export const VISITOR = "visitor";

export const historyLineSchema = z.object({
  at: z.string(),
  /** The e-mail of the account, or "visitor". */
  actor: z.string(),
  action: z.enum(HISTORY_ACTIONS),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});

export type HistoryLine = z.infer<typeof historyLineSchema>;

/** A line that is read apart from its record, with the kind of record it was about. */
export const tracelessLineSchema = z.extend(historyLineSchema, { subject: z.string() });

export type TracelessLine = z.infer<typeof tracelessLineSchema>;

export const historySchema = z.object({ success: z.literal(true), history: z.array(historyLineSchema) });

export type History = z.infer<typeof historySchema>;
