import { useState } from "react";
import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { PrivacyTask } from "#deals/privacy/admin.ts";
import { RECORD_MONTHS, REQUEST_KINDS } from "#deals/privacy/privacy-request.ts";
import { formatDay, formatInstant } from "#platform/dates.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { AnswerRequestDialog } from "./answer-request-dialog.tsx";
import { usePrivacyTasks } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Privacy Requests | ${company.name}` });

export default function PrivacyRequestsPage() {
  const { privacyRequestDays } = useFacts();
  const tasks = usePrivacyTasks();
  const [answering, setAnswering] = useState<PrivacyTask>();
  return (
    <AdminPage
      title="Privacy Requests"
      subtitle={`Visitors who ask about their own data, to answer within ${privacyRequestDays} days`}
      back={{ to: "/admin/people", label: "Back to People" }}
    >
      <LoadState query={tasks} what="privacy requests" fallback="Failed to load privacy requests" />
      {tasks.data && (
        <div className="grid gap-8">
          <section aria-labelledby="open-requests">
            <h2 id="open-requests" className="mb-3 text-h3">
              To answer ({tasks.data.open.length})
            </h2>
            {tasks.data.open.length === 0 ? (
              <EmptyState>Nobody is waiting for an answer about their data.</EmptyState>
            ) : (
              <ul className="grid gap-4 lg:grid-cols-2">
                {tasks.data.open.map((task) => (
                  <OpenRequest
                    key={task._id}
                    task={task}
                    today={tasks.data.today}
                    onAnswer={() => setAnswering(task)}
                  />
                ))}
              </ul>
            )}
          </section>
          {tasks.data.done.length > 0 && <DoneRequests tasks={tasks.data.done} />}
        </div>
      )}
      {answering && <AnswerRequestDialog task={answering} onClose={() => setAnswering(undefined)} />}
    </AdminPage>
  );
}

type OpenProps = { task: PrivacyTask; today: string; onAnswer: () => void };

function OpenRequest({ task: { kind, email, words, confirmedAt, dueDay }, today, onAnswer }: OpenProps) {
  const isOverdue = dueDay < today;
  const { label } = REQUEST_KINDS[kind];
  return (
    <li className="card flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="text-label">{label}</h3>
        {isOverdue ? (
          <Badge tone="danger" icon="icon-triangle-alert">
            Overdue since {formatDay(dueDay, "short")}
          </Badge>
        ) : (
          <Badge tone="outline">By {formatDay(dueDay, "short")}</Badge>
        )}
      </div>
      <p>
        {email ? (
          <Link to={`/admin/people?email=${encodeURIComponent(email)}`} className="link contact-link wrap-anywhere">
            {email}
          </Link>
        ) : (
          <span className="text-muted">The person is erased.</span>
        )}
      </p>
      {words && <p className="wrap-anywhere whitespace-pre-wrap border-line border-l-4 pl-3">{words}</p>}
      <p className="text-muted">
        Confirmed <Instant at={confirmedAt} />
      </p>
      <div className="mt-auto pt-2">
        <Button variant="outline" size="compact" onClick={onAnswer}>
          <Icon name="icon-check" />
          Mark as answered
          <span className="sr-only">
            : {label} {email && `for ${email}`}
          </span>
        </Button>
      </div>
    </li>
  );
}

function DoneRequests({ tasks }: { tasks: readonly PrivacyTask[] }) {
  const { timeZone } = useFacts();
  return (
    <section aria-labelledby="done-requests" className="card">
      <h2 id="done-requests" className="text-h3">
        Answered in the last year ({tasks.length})
      </h2>
      <p className="mb-3 text-muted">
        Without the address and the words. The record is deleted {RECORD_MONTHS} months after the answer.
      </p>
      <ul className="panel-list">
        {tasks.map(({ _id, kind, confirmedAt, done }) => (
          <li key={_id}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{REQUEST_KINDS[kind].label}</span>
              <span className="text-muted">
                Asked {formatInstant(new Date(confirmedAt), timeZone)}
                {done && `, answered ${formatInstant(new Date(done.at), timeZone)} by ${done.by}`}
              </span>
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{done?.how}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
