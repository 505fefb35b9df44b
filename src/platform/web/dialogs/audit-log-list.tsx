import { type AuditLogEntry, type History, VISITOR } from "#platform/audit-log.ts";
import { formatInstant } from "#platform/dates.ts";
import { LoadError } from "../ui/load-error.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

type Props = {
  query: { data: History | undefined; isError: boolean; refetch: () => unknown };
  timeZone: string;
};

export function AuditLogList({ query: { data, isError, refetch }, timeZone }: Props) {
  if (isError) return <LoadError onRetry={() => refetch()}>Failed to load the history</LoadError>;
  if (!data) return <Skeleton className="h-12 w-full" />;
  if (data.history.length === 0) return <p className="text-muted">No history yet.</p>;
  return (
    <ol className="history">
      {data.history.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered, and two may be alike
        <li key={index}>
          <span>{sentenceOf(line)}</span>
          <span className="text-muted">
            {line.actor === VISITOR ? "the visitor" : line.actor},{" "}
            <time dateTime={line.at}>{formatInstant(new Date(line.at), timeZone)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}

function sentenceOf({ action, from, to }: AuditLogEntry): string {
  switch (action) {
    case "created":
      return to ? `Added: ${to}` : "Sent in";
    case "imported":
      return "Imported from a file";
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
    case "email":
      return "Email changed";
    case "password":
      return "New password set";
    case "activated":
      return "Activated";
    case "deactivated":
      return "Deactivated";
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
      return to ? `Exported: ${to}` : "Exported";
    case "stopped":
      return `Stopped: ${to}`;
  }
}
