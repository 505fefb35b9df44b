// What is written beside every imported inquiry, whatever its kind.
import { insertNotes } from "#people/leads/server/notes.ts";
import { writeAuditLogEntries } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { enqueueImportMail, type InquiryImportRequest } from "./inquiry-import.ts";
import type { AnyInquiry, Kind } from "./kind.ts";

type Imported = Pick<AnyInquiry, "id" | "leadId" | "waitingSince" | "notes">;

/** The author of notes in a file is not known. */
export async function recordImported(
  trx: Db,
  { kind }: Pick<Kind<never>, "kind">,
  inquiries: readonly Imported[],
  request: InquiryImportRequest,
): Promise<void> {
  const { now } = request;
  const notes = inquiries.flatMap(({ id, leadId, notes: text }) =>
    text ? { leadId, record: { kind, id }, text, author: undefined, now } : [],
  );
  await insertNotes(trx, notes);
  const entries = inquiries.map(({ id, waitingSince }) => ({ subject: { kind, id }, waitingSince }));
  await recordLines(trx, entries, request);
}

type Line = { subject: { kind: string; id: string } } & Pick<AnyInquiry, "waitingSince">;

export async function recordLines(trx: Db, lines: readonly Line[], request: InquiryImportRequest): Promise<void> {
  const { actor, now } = request;
  await writeAuditLogEntries(
    trx,
    lines.map(({ subject, waitingSince }) => {
      const to = waitingSince && "as new";
      return { subject, actor, action: "imported", to, now };
    }),
  );
  if (lines.some(({ waitingSince }) => waitingSince)) await enqueueImportMail(trx, request);
}
