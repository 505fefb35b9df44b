import { Link } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { type ListedEntry, MAX_LISTED } from "#operation/audit-log/audit-log.ts";
import { sentenceOf } from "#platform/audit-log.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { ExportButton } from "#platform/web/lists/export-button.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { useAuditLog } from "./queries.ts";
import { auditLogKeys } from "./query-keys.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Audit Log | ${company.name}` });

const FILTERS = ["person", "kind", "from", "to"] as const;
const COLUMNS = [
  { heading: "When", width: "w-1/6" },
  { heading: "Who", width: "w-1/4" },
  { heading: "What", width: "w-1/3" },
  { heading: "About", width: "w-1/4" },
];
const EXPORT = {
  what: "entries",
  path: "/api/audit-log/export/csv",
  fileName: "audit_log.csv",
  changes: auditLogKeys.all,
};

export default function AuditLogPage() {
  const params = useListParams(FILTERS);
  const log = useAuditLog(params.query);
  const entries = log.data?.entries;
  return (
    <AdminListPage
      title="Audit Log"
      subtitle="By admins, by keys and by the site itself. Nobody can change it"
      back={{ to: "/admin", label: "Back to Dashboard" }}
      actions={<ExportButton of={EXPORT} query={params.query} isEmpty={!entries?.length} />}
      what="entries"
      params={params}
      choices={{
        person: { label: "Who", all: "Everyone", options: asOptions(log.data?.people ?? []) },
        kind: {
          label: "About",
          all: "Everything",
          options: (log.data?.kinds ?? []).map(({ kind, text }) => [kind, text] as const),
        },
        from: { label: "From", isDay: true },
        to: { label: "To", isDay: true },
      }}
      query={log}
      count={entries?.length}
      fallback="Failed to load the list"
      none="Nothing was done that matches."
      elsewhere={log.data?.isCut && <CutNote />}
      dialog={undefined}
    >
      <RecordList
        name="Audit log"
        columns={COLUMNS}
        records={entries}
        isBusy={log.isPlaceholderData}
        expected={10}
        row={(entry) => <Row entry={entry} />}
        card={(entry) => <Card entry={entry} />}
      />
    </AdminListPage>
  );
}

function CutNote() {
  return (
    <div className="mb-4">
      <Note>
        <p>
          These are the newest {MAX_LISTED.toLocaleString("en-US")}. Choose days to see earlier ones, or export all of
          them.
        </p>
      </Note>
    </div>
  );
}

function Row({ entry }: { entry: ListedEntry }) {
  return (
    <>
      <th scope="row" className="font-normal">
        <Instant at={entry.at} />
      </th>
      <td className="wrap-anywhere">{entry.actor}</td>
      <td className="wrap-anywhere">{sentenceOf(entry)}</td>
      <td className="wrap-anywhere">
        <Subject of={entry} />
      </td>
    </>
  );
}

function Card({ entry }: { entry: ListedEntry }) {
  return (
    <>
      <h2 className="wrap-anywhere">{sentenceOf(entry)}</h2>
      <p className="wrap-anywhere">
        <Subject of={entry} />
      </p>
      <p className="wrap-anywhere text-muted">
        {entry.actor}, <Instant at={entry.at} />
      </p>
    </>
  );
}

function Subject({ of: { subject } }: { of: ListedEntry }) {
  if (!subject.link) return subject.text;
  return (
    <Link to={subject.link} className="link">
      {subject.text}
    </Link>
  );
}
