import { type History, sentenceOf, VISITOR } from "#platform/audit-log.ts";
import { formatInstant } from "#platform/dates.ts";
import { LoadError } from "../ui/load-error.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

type Props = {
  query: { data: History | undefined; isError: boolean; refetch: () => unknown };
  timeZone: string;
  visitor?: string;
};

export function AuditLogList({ query: { data, isError, refetch }, timeZone, visitor = "the visitor" }: Props) {
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
            {line.actor === VISITOR ? visitor : line.actor},{" "}
            <time dateTime={line.at}>{formatInstant(new Date(line.at), timeZone)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}
