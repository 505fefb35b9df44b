import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { lookUpSchema, type Person } from "#deals/privacy/admin.ts";
import { REQUEST_KINDS } from "#deals/privacy/privacy-request.ts";
import { fullName } from "#inquiries/bookings/booking.ts";
import { ProofPanel } from "#people/permissions/web/proof-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm } from "#platform/web/forms/use-submit.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { ErasePersonDialog } from "./erase-person-dialog.tsx";
import { PersonRecords } from "./person-records.tsx";
import { useExportPerson, usePerson } from "./queries.ts";

/** Shows data of an address or number even without an inquiry: an account, a request, a permission. */
export function LookUp({ email, phone }: { email: string; phone: string }) {
  const [, setParams] = useSearchParams();
  const person = usePerson(email);
  return (
    <AdminPage
      title={nameOf(person.data) ?? (email || phone || "Person")}
      subtitle={email ? `Everything under ${email}` : "What the site knows about one person"}
      back={{ to: "/admin/people", label: "Back to People" }}
      actions={person.data && <PersonActions key={email} person={person.data} />}
    >
      <div className="grid gap-8">
        <LookUpForm
          key={email || phone}
          who={email || phone}
          onLookUp={(next) => setParams(next.includes("@") ? { email: next } : { phone: next })}
        />
        {person.data?.personId && (
          <p>
            <Link to={`/admin/people/${person.data.personId}`} className="link contact-link">
              Leads, calls, notes and everything that happened
            </Link>
          </p>
        )}
        {email && <LoadState query={person} what="person" fallback="Failed to load the person" />}
        {person.data && <Details person={person.data} refetch={person.refetch} />}
        {phone && (
          <>
            <p>
              A number may be shared, so that only what was agreed to or stopped for it is shown here. Look up the
              e-mail address for everything about one person.
            </p>
            <ProofPanel person={{ phone }} />
          </>
        )}
      </div>
    </AdminPage>
  );
}

function nameOf(person: Person | undefined): string | undefined {
  const [booking] = person?.bookings ?? [];
  return booking ? fullName(booking) : person?.messages[0]?.name;
}

function LookUpForm({ who, onLookUp }: { who: string; onLookUp: (who: string) => void }) {
  const { register, handleSubmit, formState } = useSchemaForm(lookUpSchema, { defaultValues: { who } });
  return (
    <form
      method="post"
      noValidate
      className="flex max-w-xl flex-wrap items-end gap-3 print:hidden"
      aria-label="Look up a person"
      onSubmit={handleSubmit((found) => onLookUp(found.who))}
    >
      <TextField
        {...register("who")}
        id="person-who"
        error={formState.errors.who?.message}
        label="E-mail or phone number"
        className="grow basis-72"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" variant="outline">
        Look Up
      </Button>
    </form>
  );
}

function PersonActions({ person }: { person: Person }) {
  const [isErasing, setErasing] = useState(false);
  const { mutate, isPending } = useExportPerson(person.email);
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

function Details({ person, refetch }: { person: Person; refetch: () => unknown }) {
  const { timeZone } = useFacts();
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
      <ProofPanel person={{ email: person.email }} />
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
