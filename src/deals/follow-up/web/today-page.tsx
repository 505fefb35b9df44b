import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { AdminLead, AdminNextStep, LeadPreview, Today } from "#deals/follow-up/admin.ts";
import { formatDay } from "#platform/dates.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { useFocusAfterLeaving } from "#platform/web/lists/use-focus-after-leaving.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { DayList } from "./day-list.tsx";
import { LeadDialog } from "./lead-dialog.tsx";
import { FOLLOWED, loadLead, useMarkDone, useMorningMail, useToday } from "./queries.ts";
import { followUpKeys } from "./query-keys.ts";
import { AddStepDialog } from "./step-dialog.tsx";
import { useMine, WhoseSelect } from "./whose-select.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Today | ${company.name}` });

type Asking = { lead: AdminLead; done?: AdminNextStep };

export default function TodayPage() {
  const mine = useMine();
  const day = useToday(mine);
  const { data } = day;
  const listed = data && partsOf(data).flatMap(({ preview }) => preview.leads);
  const [asking, setAsking] = useState<Asking>();
  const { mutate, isPending } = useMarkDone();
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
    isDialogOpen: asking !== undefined || details.record !== undefined,
    action: "step",
  });
  /** One press marks the step done, and a dialog asks for the next one. */
  const onStep = (lead: AdminLead) => {
    const { nextStep } = lead;
    focusAfterLeaving(lead);
    if (!nextStep) setAsking({ lead });
    else if (!isPending) mutate(nextStep, { onSuccess: (answer) => setAsking({ lead: answer.lead, done: nextStep }) });
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
              <DayList
                leads={preview.leads}
                today={data.today}
                onOpen={({ _id }) => details.open(_id)}
                onStep={onStep}
              />
            </Part>
          ))}
          <MorningMail isOn={data.morningMail} />
        </div>
      )}
      {details.record && <LeadDialog lead={details.record} onClose={details.close} />}
      {asking && <AddStepDialog {...asking} onClose={() => setAsking(undefined)} />}
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
