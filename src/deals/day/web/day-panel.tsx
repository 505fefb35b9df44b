import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { DAY_LIST_NAMES, DAY_LISTS, type Day, type DayLine, type DayListName } from "#deals/day/day.ts";
import { useMine, WhoseSelect } from "#deals/follow-up/web/whose-select.tsx";
import { AskPanel } from "#delivery/push/web/ask-panel.tsx";
import { LogDialog } from "#people/leads/web/log-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { useFocusAfterLeaving } from "#platform/web/lists/use-focus-after-leaving.ts";
import { RowsNote } from "#platform/web/live/show-note.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { DayLines, recordOf } from "./day-lines.tsx";
import { useDay, useMorningMail } from "./queries.ts";

const EMPTY: Record<DayListName, string> = {
  waiting: "Nobody waits for you.",
  due: "Nothing is due, and nobody is forgotten.",
  meetings: "No meeting today or tomorrow.",
  offers: "No offer waits for an answer.",
};

const ALL: Record<DayListName, string> = {
  waiting: "/admin/pipeline?view=list&show=waiting",
  due: "/admin/pipeline?view=list&show=open",
  meetings: "/admin/day-sheet",
  offers: "/admin/pipeline?view=list&stage=Offer+made",
};

/** What asks something of staff by the end of tomorrow, each lead in one of four lists. */
export function DayPanel() {
  const mine = useMine();
  const query = useDay(mine);
  const day = query.data;
  const [logging, setLogging] = useState<{ name: DayListName; line: DayLine }>();
  const [hasAnswered, setAnswered] = useState(false);
  const focusAfterLeaving = useFocusAfterLeaving({
    records: day && DAY_LIST_NAMES.flatMap((name) => day[name].lines.map((line) => ({ _id: recordOf(name, line) }))),
    isDialogOpen: logging !== undefined,
    action: "log",
  });
  return (
    <section className="mb-6" aria-labelledby="day" aria-busy={query.isPlaceholderData}>
      <RowsNote steady={query.steady} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="day" className="text-h3">
          {day ? formatDay(day.today, "full") : "Your day"}
        </h2>
        <WhoseSelect />
      </div>
      <LoadState query={query} what="day" fallback="Failed to load the day" />
      {day && (
        <>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {DAY_LIST_NAMES.map((name) => (
              <List key={name} name={name} count={day[name].count} shown={day[name].lines.length}>
                {name === "waiting" && day.waiting.requests && (
                  <Requests requests={day.waiting.requests} today={day.today} />
                )}
                <DayLines
                  name={name}
                  lines={day[name].lines}
                  today={day.today}
                  onLog={(line) => setLogging({ name, line })}
                />
              </List>
            ))}
          </div>
          {hasAnswered && <AskPanel />}
          <p className="mt-3">
            <Link className="link inline-flex min-h-11 items-center" to="/admin/pipeline?view=list&show=open">
              Later: {day.later === 1 ? "1 other lead is" : `${day.later.toLocaleString("en-US")} other leads are`} open
              {day.laterDay && `, the first on ${formatDay(day.laterDay, "weekday")}`}
            </Link>
          </p>
          {day.asleep > 0 && (
            <p>
              <Link className="link inline-flex min-h-11 items-center" to="/admin/pipeline?view=list&show=asleep">
                Fell asleep in the last seven days:{" "}
                {day.asleep === 1 ? "1 lead" : `${day.asleep.toLocaleString("en-US")} leads`}
              </Link>
            </p>
          )}
          <MorningMail isOn={day.morningMail} />
        </>
      )}
      {logging && (
        <LogDialog
          leadId={logging.line.lead._id}
          of={logging.line.lead.person.name}
          onLogged={() => {
            setAnswered(true);
            focusAfterLeaving({ _id: recordOf(logging.name, logging.line) });
          }}
          onClose={() => setLogging(undefined)}
        />
      )}
    </section>
  );
}

type ListProps = { name: DayListName; count: number; shown: number; children: ReactNode };

function List({ name, count, shown, children }: ListProps) {
  return (
    <section className="card" aria-labelledby={`day-${name}`}>
      <h3 id={`day-${name}`} className="mb-1 flex flex-wrap items-baseline gap-x-3 text-h3">
        {DAY_LISTS[name]}
        <span className="tabular-nums text-muted">{count.toLocaleString("en-US")}</span>
      </h3>
      {count === 0 && <p className="text-muted">{EMPTY[name]}</p>}
      {children}
      {count > shown && (
        <Link to={ALL[name]} className="link inline-flex min-h-11 items-center">
          All {count.toLocaleString("en-US")}
        </Link>
      )}
    </section>
  );
}

type RequestsProps = { requests: NonNullable<Day["waiting"]["requests"]>; today: string };

function Requests({ requests: { count, dueDay }, today }: RequestsProps) {
  return (
    <p className="my-2">
      <Link to="/admin/people/requests" className="link inline-flex min-h-6 items-center font-semibold">
        {count === 1 ? "A privacy request waits" : `${count} privacy requests wait`} for an answer
      </Link>
      , the first by <time dateTime={dueDay}>{formatDay(dueDay, "full")}</time>
      {dueDay < today && <strong className="text-danger">, overdue</strong>}.
    </p>
  );
}

function MorningMail({ isOn }: { isOn: boolean }) {
  const { mutate } = useMorningMail();
  const [chosen, setChosen] = useState<boolean>();
  return (
    <Checkbox
      id="morning-mail"
      label="Send me my day every morning"
      hint="An e-mail when we open, with these lists: of the steps that are due, yours and those of nobody. None on closed days, and none when there is nothing to do. With the first of a week come the figures of the week before."
      checked={chosen ?? isOn}
      onChange={({ target }) => {
        setChosen(target.checked);
        mutate(target.checked, { onError: () => setChosen(undefined) });
      }}
    />
  );
}
