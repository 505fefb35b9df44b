// Imports of files whose lines are inquiries. Nothing waits and nobody is told, unless an admin says that they are new.
import { enqueueMail, withdrawMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { enqueuePushes } from "#delivery/push/server/store.ts";
import { inquiryImportQuerySchema } from "#inquiries/kinds/import.ts";
import { BELONGS_TO_COLLEAGUE } from "#people/leads/errors.ts";
import type { InquiryKind, LeadRules } from "#people/leads/inquiry.ts";
import { AS_NEW, overdueNotice } from "#people/leads/server/first-contact.ts";
import { isColleagues } from "#people/leads/server/own-leads/store.ts";
import type { ImportReport } from "#platform/csv-import.ts";
import type { AuditLogSubject } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { type FileOf, type ImportRequest, importFile } from "#platform/server/csv/csv-import.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newRowId } from "#platform/server/ids.ts";
import type { AnyInquiry } from "./kind.ts";

/** The id of the import, whose lines have one notice and one wait. */
type NewLines = { id: string; kind: InquiryKind; rules: LeadRules };

export type InquiryImportRequest = ImportRequest & { newLines?: NewLines };

export type ImportServices = { database: Database; clock: Clock; readLeadRules: () => Promise<LeadRules> };

type Import = ImportServices & {
  records: string;
  kind: InquiryKind;
  importLines: (database: Database, request: InquiryImportRequest) => Promise<ImportReport>;
};

const MINUTE_MS = 60_000;
/** By then an import that broke off is reported with the lines that it brought. */
const BROKEN_OFF_MS = 10 * MINUTE_MS;

export function inquiryImportRoutes({ records, kind, database, clock, readLeadRules, importLines }: Import) {
  return importRoutes({
    records,
    clock,
    query: inquiryImportQuerySchema,
    importFile: async (request, query) => {
      if (query.new !== "true") return importLines(database, request);
      const newLines = { id: newRowId(), kind, rules: await readLeadRules() };
      const report = await importLines(database, { ...request, newLines });
      if (report.made > 0 && !request.isCheck)
        await database.transaction(async (trx) => {
          const { now } = request;
          await withdrawMail(trx, newLines.id, ["import-staff-notice", "import-overdue"], now);
          await enqueueMail(trx, mailsOf(newLines, { now, noticeAt: now }), now);
          await enqueuePushes(trx, [{ kind: "waiting", leadId: "", detail: newLines.id }], now);
        });
      return report;
    },
  });
}

/** The clock of an open line starts at the import, however old the line is. */
export function waitOf({ newLines, now }: InquiryImportRequest, isOpen: boolean): string | undefined {
  return newLines && isOpen ? now.toISOString() : undefined;
}

/** As the audit log and staff learn of a line. The parts of a file share the mails of the whole. */
export function importedBy(request: InquiryImportRequest) {
  return {
    audit: (subject: AuditLogSubject, { waitingSince }: Waiting) =>
      ({ subject, action: "imported", to: waitingSince && AS_NEW }) as const,
    mail: (lines: readonly Waiting[]) => {
      const { newLines, now } = request;
      const noticeAt = new Date(now.getTime() + BROKEN_OFF_MS);
      return newLines && lines.some(({ waitingSince }) => waitingSince) ? mailsOf(newLines, { now, noticeAt }) : [];
    },
  };
}

type Waiting = Pick<AnyInquiry, "waitingSince">;

type Inquirer = { email?: string | undefined; phone?: string | undefined };

/** Leaves out the sellers of a colleague, whom the caller may not see. Throws invalid_input with the report. */
export function importInquiries<Column extends string, Parsed extends Inquirer, Item>(
  database: Database,
  request: InquiryImportRequest,
  { plan, ...file }: FileOf<Column, Parsed, Item>,
): Promise<ImportReport> {
  return importFile(request, {
    ...file,
    plan: async (drafts) => {
      const colleagues = new Set<number>();
      for (const { line, draft } of drafts)
        if (await isColleagues(database, draft, { orTheirLeads: true })) colleagues.add(line);
      const planned = await plan(drafts.filter(({ line }) => !colleagues.has(line)));
      const skipped = [...colleagues].map((line) => ({ line, reason: BELONGS_TO_COLLEAGUE }));
      return { ...planned, skipped: [...planned.skipped, ...skipped].sort((a, b) => a.line - b.line) };
    },
  });
}

/** Nobody is reminded of what they have not been told. */
function mailsOf(lines: NewLines, { now, noticeAt }: { now: Date; noticeAt: Date }): NewMail[] {
  const waiting = { kind: "import-overdue", recordId: lines.id, waitingSince: now.toISOString() } as const;
  const earliest = new Date(noticeAt.getTime() + MINUTE_MS);
  const overdue = overdueNotice(waiting, lines.rules).map((mail) => ({
    ...mail,
    detail: detailOf(lines, now, mail.detail),
    dueAt: mail.dueAt && mail.dueAt > earliest ? mail.dueAt : earliest,
  }));
  return [
    { kind: "import-staff-notice", recordId: lines.id, detail: detailOf(lines, now), dueAt: noticeAt },
    ...overdue,
  ];
}

/** By kind and time the writer finds the lines that still wait. */
function detailOf({ kind }: NewLines, now: Date, which = ""): string {
  return `${kind} ${now.toISOString()} ${which}`.trim();
}
