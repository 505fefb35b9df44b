import { sendExport } from "#accounts/exports/server/send-export.ts";
import { findExportedRows } from "#accounts/exports/server/store.ts";
import { currentFacts } from "#company/facts/facts.ts";
import {
  type AuditLogFilter,
  auditLogFilterSchema,
  auditLogListSchema,
  auditLogQuerySchema,
  MAX_LISTED,
  subjectText,
} from "#operation/audit-log/audit-log.ts";
import { addDays, instantOf, wallClock } from "#platform/dates.ts";
import { paginationOf } from "#platform/pagination.ts";
import { toAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { withCommas } from "#platform/text.ts";
import { exportEntries } from "./export.ts";
import { countEntries, listActors, listEntries, listKinds, type Wanted } from "./store.ts";
import { findSubjects } from "./subjects.ts";

export function auditLogAdminRoutes({ database, clock }: { database: Database; clock: Clock }) {
  // Keys have no access, because the log shows changes of accounts.
  return endpoints({ access: "admin", duties: ["run"], clock }, (api) => {
    api.get("", {
      summary: `Everything that admins and keys did, newest first: the newest ${withCommas(MAX_LISTED)} that match`,
      query: auditLogQuerySchema,
      answer: auditLogListSchema,
      handle: async ({ query: { page, limit, ...filter }, caller }) => {
        const { read } = database;
        const wanted = wantedBy(filter);
        const count = await countEntries(read, wanted);
        const listed = Math.min(count, MAX_LISTED);
        const offset = (page - 1) * limit;
        const rows =
          offset < listed ? await listEntries(read, wanted, { offset, limit: Math.min(limit, listed - offset) }) : [];
        const subjects = await findSubjects(read, rows);
        const exported = await findExportedRows(
          read,
          rows.map(({ id }) => id),
        );
        const kinds = (await listKinds(read)).map((kind) => ({ kind, text: subjectText(kind) }));
        return {
          entries: rows.flatMap((row, index) => {
            const subject = subjects[index];
            const { to, ...entry } = toAuditLogEntry(row, exported.get(row.id));
            const isShown = to !== undefined && (caller.duties.includes("sell") || !namesSum(row));
            return subject ? [{ _id: String(row.id), ...entry, ...(isShown && { to }), subject }] : [];
          }),
          people: await listActors(read),
          kinds: kinds.toSorted((a, b) => a.text.localeCompare(b.text)),
          isCut: count > MAX_LISTED,
          pagination: paginationOf({ page, limit }, listed),
        };
      },
    });

    api.get("/export/csv", {
      summary: "Every entry that matches, as CSV",
      // It names sums.
      duties: ["run", "sell", "take-out"],
      query: auditLogFilterSchema,
      // An export writes an audit log entry, and HEAD would write one without an export.
      options: { exposeHeadRoute: false },
      handle: (call) => {
        const { day } = wallClock(call.now, currentFacts().timeZone);
        const file = { kind: "audit-log", filter: textOf(call.query), fileName: `audit_log_${day}.csv` };
        return sendExport({ database, call, ...file }, exportEntries(database, wantedBy(call.query)));
      },
    });
  });
}

function namesSum({ action, subject_kind }: { action: string; subject_kind: string }): boolean {
  return action === "amounts" || subject_kind === "offer";
}

function wantedBy({ person, kind, from, to }: AuditLogFilter): Wanted {
  const { timeZone } = currentFacts();
  return {
    person: person || undefined,
    kind: kind || undefined,
    from: from ? instantOf(from, 0, timeZone) : undefined,
    until: to ? instantOf(addDays(to, 1), 0, timeZone) : undefined,
  };
}

function textOf({ person, kind, from, to }: AuditLogFilter): string {
  const parts = [
    person && `by ${person}`,
    kind && subjectText(kind).toLowerCase(),
    from && `from ${from}`,
    to && `until ${to}`,
  ].filter(Boolean);
  return parts.length === 0 ? "everything" : parts.join(", ");
}
