import { useState } from "react";
import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { Mail, MailStatus } from "#delivery/mail/admin.ts";
import { formatInstant } from "#platform/dates.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { MailItem } from "./mail-item.tsx";
import {
  isUndecided,
  useDeadLetters,
  useMailStatus,
  useRetryMail,
  useSendTestMail,
  useWatchedMail,
} from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Email | ${company.name}` });

export default function MailPage() {
  return (
    <AdminPage
      title="Email"
      subtitle="How messages leave the site, and which did not"
      back={{ to: "/admin", label: "Back to Dashboard" }}
    >
      <div className="grid gap-8">
        <DeliverySection />
        <DeadLettersSection />
      </div>
    </AdminPage>
  );
}

function DeliverySection() {
  const { data: status, refetch, isError } = useMailStatus();
  return (
    <section aria-labelledby="delivery" className="card">
      <h2 id="delivery" className="text-h3">
        Delivery
      </h2>
      {status && <DeliveryFacts status={status} />}
      {isError && (
        <Button variant="outline" size="compact" onClick={() => refetch()}>
          Retry
        </Button>
      )}
      {!status && !isError && <Skeleton className="my-4 h-32 w-full" />}
      <TestMail status={status} />
    </section>
  );
}

function DeliveryFacts({ status }: { status: MailStatus }) {
  const facts = {
    "Sent through": status.transport === "smtp" ? status.target : "Not sent: SMTP_URL is not set",
    ...(status.transport === "outbox" && { "Written to": status.target }),
    From: status.from,
    "Notices to staff go to": status.staffEmail,
    Overdue: status.overdue === 0 ? "None" : String(status.overdue),
  };
  return (
    <>
      <dl className="my-4 grid gap-x-6 sm:grid-cols-[max-content_1fr]">
        {Object.entries(facts).map(([term, fact]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="mb-2 min-w-0 break-words">{fact}</dd>
          </div>
        ))}
      </dl>
      {status.transport === "outbox" && (
        <Note tone="warn">
          This site does not send e-mail yet. Messages are kept as .eml files that mail programs open.
        </Note>
      )}
      {status.overdue > 0 && status.lastError && (
        <Note tone="warn">
          The latest try ran into this: {status.lastError}. Messages are tried again by themselves for two days.
        </Note>
      )}
    </>
  );
}

function TestMail({ status }: { status: MailStatus | undefined }) {
  const [sentId, setSentId] = useState<string>();
  const send = useSendTestMail();
  const { data: mail } = useWatchedMail(sentId);
  const isBusy = send.isPending || (sentId !== undefined && isUndecided(mail));
  return (
    <div className="mt-6">
      <Button
        size="compact"
        busyLabel={isBusy && "Sending..."}
        onClick={() => send.mutate(undefined, { onSuccess: (answer) => setSentId(answer.mail._id) })}
      >
        <Icon name="icon-send" className="size-4" />
        Send a Test Email
      </Button>
      {status && <p className="mt-2 text-muted">It goes to {status.staffEmail}.</p>}
      <div role="status" className="mt-3 empty:hidden">
        {mail && !isBusy && <TestResult mail={mail} />}
      </div>
    </div>
  );
}

function TestResult({ mail }: { mail: Mail }) {
  const { timeZone } = useFacts();
  if (mail.state === "sent" && mail.transport === "outbox")
    return <Note tone="ok">Written to the folder above. Nothing was sent.</Note>;
  if (mail.state === "sent") return <Note tone="ok">Handed over. Look whether it arrived at {mail.recipient}.</Note>;
  return (
    <Note tone="danger">
      Not sent: {mail.lastError}.
      {mail.nextTryAt && ` It is tried again ${formatInstant(new Date(mail.nextTryAt), timeZone)}.`}
    </Note>
  );
}

function DeadLettersSection() {
  const { data, isPending, isError, refetch } = useDeadLetters();
  const retry = useRetryMail();
  return (
    <section aria-labelledby="failed" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <h2 id="failed" className="grow text-h3">
          Failed permanently
        </h2>
        {data && data.total > 1 && (
          <Button
            variant="outline"
            size="compact"
            busyLabel={retry.isPending && "Sending..."}
            onClick={() => retry.mutate("all")}
          >
            Retry all {data.total}
          </Button>
        )}
      </div>
      {isPending && <Skeleton className="h-32 w-full" />}
      {isError && (
        <EmptyState action={<Button onClick={() => refetch()}>Retry</Button>}>Failed to load e-mail</EmptyState>
      )}
      {data?.total === 0 && <EmptyState>No e-mail has failed. Nothing to do here.</EmptyState>}
      {data && data.total > 0 && (
        <ul className="card divide-y divide-line py-2">
          {data.mails.map((mail) => (
            <MailItem key={mail._id} mail={mail} title={<RecordLink mail={mail} />} />
          ))}
        </ul>
      )}
      {data && data.total > data.mails.length && (
        <p className="mt-3 text-muted">
          The newest {data.mails.length} of {data.total} are shown.
        </p>
      )}
    </section>
  );
}

function RecordLink({ mail }: { mail: Mail }) {
  const path = pathOf(mail);
  if (!path) return mail.label;
  return (
    <Link to={path} className="link">
      {mail.label}
    </Link>
  );
}

function pathOf({ kind, recordId }: Mail): string | undefined {
  if (kind.startsWith("booking-")) return `/admin/bookings?booking=${recordId}`;
  if (kind.startsWith("contact-")) return `/admin/contacts?contact=${recordId}`;
  if (kind === "system-alarm") return "/admin/system";
  return kind === "privacy-request-notice" ? "/admin/people/requests" : undefined;
}
