import { useState } from "react";
import { useSearchParams } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Report } from "#deals/campaigns/admin.ts";
import { GROUPINGS, type Grouping, MIN_FOR_RATE, presetsOf } from "#deals/campaigns/report.ts";
import { monthText } from "#deals/campaigns/spend.ts";
import { TOUCHES, type Touch } from "#people/leads/attribution.ts";
import { formatDay, isDay, wallClock, zoneNames } from "#platform/dates.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { FAILED_REPORT, useReport, useReportFile } from "./queries.ts";
import { ReportDrawing } from "./report-drawing.tsx";
import { ReportTable } from "./report-table.tsx";

const BACKWARDS = "This is before the first day";

/** The state is in the URL, so that reload, Back and a shared link show the same report. */
export function ReportSection() {
  const { timeZone } = useFacts();
  const [params, setParams] = useSearchParams();
  const by = chosen(params.get("by"), GROUPINGS, "source");
  const touch = chosen(params.get("touch"), TOUCHES, "first");
  const [from, to] = [dayIn(params.get("from")), dayIn(params.get("to"))];
  const isBackwards = from !== "" && to !== "" && from > to;
  const query = new URLSearchParams({ by, touch, ...(from && { from }), ...(to && { to }) }).toString();
  const report = useReport(query, !isBackwards);
  const { data, isPending, isPlaceholderData, error } = report;
  const file = useReportFile();

  const choose = (changes: Record<string, string>, replace = false) =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { preventScrollReset: true, replace },
    );

  return (
    <section aria-labelledby="report" className="min-w-0">
      <h2 id="report" className="sr-only">
        Report
      </h2>
      <div className="print:hidden grid items-start gap-x-4 gap-y-3 phone:grid-cols-2 md:grid-cols-3 lg:grid-cols-5">
        <SelectField
          id="report-by"
          label="One row for each"
          controlClass="input-compact"
          options={Object.entries(GROUPINGS).map(([value, { label }]) => [value, label] as const)}
          value={by}
          onChange={(event) => choose({ by: event.target.value })}
        />
        <SelectField
          id="report-touch"
          label="Counted by their"
          controlClass="input-compact"
          options={Object.entries(TOUCHES)}
          value={touch}
          onChange={(event) => choose({ touch: event.target.value })}
        />
        <Period from={from} to={to} onChoose={choose} />
        <DayField id="report-from" label="First day" day={from} onChoose={(day) => choose({ from: day }, true)} />
        <DayField
          id="report-to"
          label="Last day"
          day={to}
          error={isBackwards ? BACKWARDS : undefined}
          onChoose={(day) => choose({ to: day }, true)}
        />
      </div>
      <div className="mt-4 mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {rangeText(from, to)}, {zoneNames(timeZone).name}, by the day a lead came in
        </p>
        <Button
          variant="outline"
          size="compact"
          className="print:hidden"
          busyLabel={file.isPending && "Exporting..."}
          disabled={!data?.rows.length || isBackwards}
          onClick={() => file.mutate(query)}
        >
          <Icon name="icon-download" />
          Export CSV
        </Button>
      </div>
      {!isBackwards && <LoadState query={report} what="the report" fallback={FAILED_REPORT} />}
      {isPending && !isBackwards && <Skeleton className="mt-3 h-72 w-full" />}
      {!error && data && (
        <Result report={data} by={by} touch={touch} isBusy={isPlaceholderData} range={rangeText(from, to)} />
      )}
    </section>
  );
}

type PeriodProps = { from: string; to: string; onChoose: (range: { from: string; to: string }) => void };

function Period({ from, to, onChoose }: PeriodProps) {
  const { timeZone } = useFacts();
  const presets = presetsOf(wallClock(new Date(), timeZone).day);
  const present = presets.find((preset) => preset.from === from && preset.to === to);
  return (
    <SelectField
      id="report-period"
      label="Period"
      controlClass="input-compact"
      options={[...presets.map(({ label }) => [label, label] as const), ["", "Chosen days"] as const]}
      value={present?.label ?? ""}
      onChange={(event) => {
        const preset = presets.find(({ label }) => label === event.target.value);
        if (preset) onChoose({ from: preset.from, to: preset.to });
      }}
    />
  );
}

type DayProps = {
  id: string;
  label: string;
  /** "" is an open end. */
  day: string;
  error?: string | undefined;
  /** A typed date changes with every digit, so these changes replace the history entry, and Back skips them. */
  onChoose: (day: string) => void;
};

function DayField({ id, label, day, error, onChoose }: DayProps) {
  // A partly typed year is no valid day, and resetting the field would discard it.
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      id={id}
      label={label}
      error={error}
      type="date"
      controlClass="input-compact"
      value={typed ?? day}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isDay(target.value)) onChoose(target.value);
      }}
      onBlur={() => {
        if (typed === "") onChoose("");
        setTyped(undefined);
      }}
    />
  );
}

type ResultProps = { report: Report; by: Grouping; touch: Touch; isBusy: boolean; range: string };

function Result({ report, by, touch, isBusy, range }: ResultProps) {
  if (report.rows.length === 0)
    return <EmptyState>Nobody booked, wrote or called in this time, and no short link was followed.</EmptyState>;
  return (
    <>
      <ReportDrawing total={report.total} range={range} />
      <ReportTable
        report={report}
        by={by}
        isBusy={isBusy}
        caption={`Leads by ${GROUPINGS[by].label.toLowerCase()}, ${TOUCHES[touch].toLowerCase()}, ${range}`}
      />
      <p className="mt-2 text-muted">
        A dash under a number: fewer than {MIN_FOR_RATE}, too few for a share or a cost.
      </p>
      {report.cutMonths.map(({ month, days, of }) => (
        <p key={month} className="text-muted">
          Of the spend of {monthText(month)}, {days} of {of} days count.
        </p>
      ))}
      <details className="mt-3">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">What the words mean</summary>
        <dl className="grid max-w-176 gap-2">
          {DEFINITIONS.map(([word, meaning]) => (
            <div key={word}>
              <dt className="inline font-semibold">{word}: </dt>
              <dd className="inline text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

const DEFINITIONS = [
  ["First visit", "how a person first found the site. Latest visit: how they came the last time before they wrote."],
  [
    "Source",
    "the source named in the link they followed; else the advertising network that marked it; else the site they came from.",
  ],
  [
    "Direct or unknown",
    "who typed the address, whose browser does not say, or who asks not to be followed (Global Privacy Control, Do Not Track).",
  ],
  [
    "Leads",
    "one property of one person, however often they book, write or call. They belong to the day of the first time. A robot that fills in the form like a person counts as one.",
  ],
  [
    "Said by phone",
    "what a caller answered when asked how they heard of us; everything else is what a browser brought.",
  ],
  [
    "Meetings held, offers, contracts, closings",
    "leads that have come so far until today, whenever that was. A contract counts as an offer too, and a closing as a contract, even if nobody entered it.",
  ],
  [
    "Share",
    `of the leads. There is none of fewer than ${MIN_FOR_RATE}, because one more or less would turn it around.`,
  ],
  [
    "Spend",
    "what is entered below. Of a month that the period cuts, the share of its days counts; what is entered for the current month was spent up to today.",
  ],
  [
    "Each",
    `the spend divided by those that came by what was paid for, of at least ${MIN_FOR_RATE}. Where others are counted above it, their number is said.`,
  ],
  ["Spend of a landing page", "what its campaigns cost, divided by where their leads arrived."],
  ["Spread", "what the closings brought beyond the contracts, where both amounts are known."],
  ["Link visits", "of the short links below that belong to the row, robots and previews left out."],
] as const;

function chosen<Name extends string>(
  text: string | null,
  names: Readonly<Record<Name, unknown>>,
  otherwise: Name,
): Name {
  return text !== null && Object.hasOwn(names, text) ? (text as Name) : otherwise;
}

function dayIn(text: string | null): string {
  return text && isDay(text) ? text : "";
}

function rangeText(from: string, to: string): string {
  if (!from && !to) return "All time";
  if (!to) return `Since ${formatDay(from, "short")}`;
  if (!from) return `Up to ${formatDay(to, "short")}`;
  return `${formatDay(from, "short")} to ${formatDay(to, "short")}`;
}
