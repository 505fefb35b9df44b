import { insertNotes } from "#people/leads/server/notes.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { InquiryImportRequest } from "./inquiry-import.ts";
import type { AnyInquiry, Kind } from "./kind.ts";

type Imported = Pick<AnyInquiry, "id" | "leadId" | "notes">;

/** The author of notes in a file is not known. */
export async function insertImportedNotes(
  trx: Db,
  { kind }: Pick<Kind<never>, "kind">,
  inquiries: readonly Imported[],
  { now }: InquiryImportRequest,
): Promise<void> {
  const notes = inquiries.flatMap(({ id, leadId, notes: text }) =>
    text ? { leadId, record: { kind, id }, text, author: undefined, now } : [],
  );
  await insertNotes(trx, notes);
}
