// What is written beside every imported inquiry, whatever its kind.
import { insertNotes } from "#people/leads/server/notes.ts";
import { writeAuditLogEntries } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { AnyInquiry, Kind } from "./kind.ts";

/** The author of notes in a file is not known. */
export async function recordImported(
  trx: Db,
  { kind }: Pick<Kind<never>, "kind">,
  { inquiries, actor, now }: { inquiries: readonly Omit<AnyInquiry, "createdAt">[]; actor: string; now: Date },
): Promise<void> {
  const notes = inquiries.flatMap(({ id, leadId, notes: text }) =>
    text ? { leadId, record: { kind, id }, text, author: undefined, now } : [],
  );
  await insertNotes(trx, notes);
  const lines = inquiries.map(({ id }) => ({ subject: { kind, id }, actor, action: "imported" as const, now }));
  await writeAuditLogEntries(trx, lines);
}
