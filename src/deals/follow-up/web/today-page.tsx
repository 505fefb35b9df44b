import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { AdminLead, LeadPreview, Today } from "#deals/follow-up/admin.ts";
import { LogDialog } from "#people/leads/web/log-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { useFocusAfterLeaving } from "#platform/web/lists/use-focus-after-leaving.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { DayList } from "./day-list.tsx";
import { LeadDialog } from "./lead-dialog.tsx";
import { FOLLOWED, loadLead, useMorningMail, useToday } from "./queries.ts";
import { followUpKeys } from "./query-keys.ts";
import { useMine, WhoseSelect } from "./whose-select.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Today | ${company.name}` });

export default function TodayPage() {
  const mine = useMine();
  const day = useToday(mine);
  const { data } = day;
  const listed = data && partsOf(data).flatMap(({ preview }) => preview.leads);
  const [logging, setLogging] = useState<AdminLead>();
  const details = useRecordDialog({
    list: "/admin/today",
    parameter: "lead",
    listed,
    keyOf: followUpKeys.record,
    load: loadLead,
    fallback: "Failed to load the lead",
    follows: FOLLOWED,
  });
  const focusAfterLeaving = useFocusAfterLeaving({
    records: listed,
    isDialogOpen: logging !== undefined || details.record !== undefined,
    action: "log",
  });
  const onLog = (lead: AdminLead) => {
    focusAfterLeaving(lead);
    setLogging(lead);
  };
  return (
    <AdminPage
      title="Today"
      subtitle={data ? formatDay(data.today, "full") : "What is to be done"}
      back={{ to: "/admin", label: "Back" }}
      actions={<WhoseSelect />}
    >
      <LoadState query={day} what="day" fallback="Failed to load the day" />
      {data && (
        <div className="grid gap-6" aria-busy={day.isPlaceholderData}>
          {listed?.length === 0 && <EmptyState>Nothing is to be done this week, and nobody is forgotten.</EmptyState>}
          {partsOf(data).map(({ title, hint, preview, all }) => (
            <Part key={title} title={title} hint={hint} preview={preview} all={all && withMine(all, mine)}>
              <DayList leads={preview.leads} today={data.today} onOpen={({ _id }) => details.open(_id)} onLog={onLog} />
            </Part>
          ))}
          <MorningMail isOn={data.morningMail} />
        </div>
      )}
      {details.record && <LeadDialog lead={details.record} onClose={details.close} />}
      {logging && <LogDialog leadId={logging._id} of={logging.person.name} onClose={() => setLogging(undefined)} />}
    </AdminPage>
  );
}

function partsOf({ withoutStep, overdue, dueToday, week, until }: Today) {
  return [
    {
      title: "Without a next step",
      hint: "Who waits longest comes first.",
      preview: withoutStep,
      all: "/admin/pipeline?view=list&show=without-step",
    },
    { title: "Overdue", hint: undefined, preview: overdue, all: "/admin/pipeline?view=list&show=overdue" },
    { title: "Due today", hint: undefined, preview: dueToday, all: undefined },
    { title: "This week", hint: `Through ${formatDay(until, "spoken")}.`, preview: week, all: undefined },
  ];
}

/** A lead without a next step has no assignee, so only overdue ones are filtered. */
function withMine(path: string, mine: string): string {
  return mine && path.includes("overdue") ? `${path}&mine=yes` : path;
}

type PartProps = {
  title: string;
  hint: string | undefined;
  preview: LeadPreview;
  all: string | undefined;
  children: ReactNode;
};

function Part({ title, hint, preview: { count, leads }, all, children }: PartProps) {
  if (count === 0) return null;
  const more = count - leads.length;
  return (
    <section className="card" aria-label={title}>
      <h2 className="mb-1 flex flex-wrap items-baseline gap-x-3 text-h3">
        {title}
        <span className="tabular-nums text-muted">{count.toLocaleString("en-US")}</span>
      </h2>
      {hint && <p className="mb-3 text-muted">{hint}</p>}
      {children}
      {more > 0 &&
        (all ? (
          <Link to={all} className="link inline-flex min-h-11 items-center">
            All {count.toLocaleString("en-US")}
          </Link>
        ) : (
          <p className="pt-2 text-muted">And {more.toLocaleString("en-US")} more, which come up as these are done.</p>
        ))}
    </section>
  );
}

function MorningMail({ isOn }: { isOn: boolean }) {
  const { mutate } = useMorningMail();
  const [chosen, setChosen] = useState<boolean>();
  return (
    <section className="card" aria-label="Morning mail">
      <Checkbox
        id="morning-mail"
        label="Send me my day every morning"
        hint="An e-mail to your account when we open, with what is due for you, what is assigned to nobody, and who is without a next step. None on closed days, and none when there is nothing to do."
        checked={chosen ?? isOn}
        onChange={({ target }) => {
          setChosen(target.checked);
          mutate(target.checked, { onError: () => setChosen(undefined) });
        }}
      />
    </section>
  );
}
