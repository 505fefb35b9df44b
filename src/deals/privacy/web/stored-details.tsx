import { useState } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Person } from "#deals/privacy/admin.ts";
import { REQUEST_KINDS } from "#deals/privacy/privacy-request.ts";
import { ProofPanel } from "#people/permissions/web/proof-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { ErasePersonDialog } from "./erase-person-dialog.tsx";
import { PersonRecords } from "./person-records.tsx";
import { useExportPerson } from "./queries.ts";

/** The end of the address of a person's page on which this is open. */
export const STORED = "#stored";

export function PersonActions({ person }: { person: Person }) {
  const [isErasing, setErasing] = useState(false);
  const { mutate, isPending } = useExportPerson(person.email);
  if (!useMay()("rights")) return null;
  return (
    <>
      <Button size="compact" variant="outline" busyLabel={isPending && "Exporting..."} onClick={() => mutate()}>
        <Icon name="icon-download" />
        Export
      </Button>
      <Button size="compact" variant="danger" disabled={isEmpty(person)} onClick={() => setErasing(true)}>
        <Icon name="icon-eraser" />
        Erase
      </Button>
      {isErasing && <ErasePersonDialog person={person} onClose={() => setErasing(false)} />}
    </>
  );
}

function isEmpty({ bookings, messages, accounts, requests, mails }: Person): boolean {
  const openRequests = requests.filter((request) => request.email !== undefined);
  return bookings.length + messages.length + accounts.length + openRequests.length + mails === 0;
}

/** All that is stored under an e-mail address. */
export function StoredDetails({ person, refetch }: { person: Person; refetch: () => unknown }) {
  const { timeZone } = useFacts();
  const may = useMay();
  const history = { data: { success: true as const, history: person.history }, isError: false, refetch };
  return (
    <>
      {isEmpty(person) ? (
        <EmptyState>Nothing is stored under this e-mail address.</EmptyState>
      ) : (
        <div className="print:hidden">
          <PersonRecords person={person} />
        </div>
      )}
      {person.requests.length > 0 && <Requests requests={person.requests} />}
      {may("rights") && <ProofPanel person={{ email: person.email }} />}
      <section aria-labelledby="person-history" className="card">
        <h2 id="person-history" className="mb-3 text-h3">
          Who looked, exported or erased
        </h2>
        <AuditLogList query={history} timeZone={timeZone} />
      </section>
    </>
  );
}

function Requests({ requests }: Pick<Person, "requests">) {
  return (
    <section aria-labelledby="person-requests" className="card">
      <h2 id="person-requests" className="mb-3 text-h3">
        Privacy requests
      </h2>
      <ul className="panel-list">
        {requests.map(({ _id, kind, dueDay, done }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{REQUEST_KINDS[kind].label}</span>
            <span className="text-muted">
              {done ? `Answered by ${done.by}` : `To answer by ${formatDay(dueDay, "short")}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
