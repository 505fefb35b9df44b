import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { Note } from "#people/leads/note.ts";
import { DetailSection } from "#platform/web/dialogs/details.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { useNotes } from "./queries.ts";

type Props = {
  title: string;
  leadId: string;
  recordId: string;
  latest: string | undefined;
};

export function RecordNotes({ title, leadId, recordId, latest }: Props) {
  const { data, isError, refetch } = useNotes(leadId);
  const own = data?.notes.filter(({ record }) => record.id === recordId) ?? [];
  const [first, ...earlier] = own;
  if (!latest && own.length === 0 && !isError) return null;
  return (
    <DetailSection title={title}>
      {latest && (
        <>
          <p className="wrap-anywhere whitespace-pre-wrap">{latest}</p>
          {first && <Signature note={first} />}
        </>
      )}
      {isError && <LoadError onRetry={() => refetch()}>Failed to load the earlier notes</LoadError>}
      {(latest ? earlier : own).length > 0 && (
        <details className="mt-3 print:hidden">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            Earlier notes ({(latest ? earlier : own).length})
          </summary>
          <ol className="panel-list">
            {(latest ? earlier : own).map((note) => (
              <li key={note._id}>
                <p className="wrap-anywhere whitespace-pre-wrap">{note.text || "Cleared."}</p>
                <Signature note={note} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </DetailSection>
  );
}

function Signature({ note: { author, at } }: { note: Note }) {
  return (
    <p className="wrap-anywhere text-muted text-small">
      {author ?? "Author not known"}, <Instant at={at} />
    </p>
  );
}
