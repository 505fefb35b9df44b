import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { DAY_SHEET_DAYS, type DaySheet } from "#inquiries/agenda/admin.ts";
import { addDays, formatDay, isDay, zoneNames } from "#platform/dates.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { RowsNote } from "#platform/web/live/show-note.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button, buttonClasses } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { CalendarFeedsSection } from "./calendar-feeds-section.tsx";
import { printDaySheet, useDaySheet } from "./queries.ts";
import { SheetDay } from "./sheet-day.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Day Sheet | ${company.name}` });

export default function DaySheetPage() {
  const shown = useShownDays();
  const query = useDaySheet(shown.query);
  const { data: sheet, isPlaceholderData } = query;
  const feeds = useRef<HTMLHeadingElement>(null);
  const toPrint = useMutation(printDaySheet);
  const mayTakeOut = useMay()("take-out");
  return (
    <AdminPage
      title="Day Sheet"
      subtitle="Who you meet, where, and what you know about them"
      back={{ to: "/admin/bookings", label: "Back to Bookings" }}
      actions={
        mayTakeOut && (
          <>
            <Button
              variant="outline"
              size="compact"
              onClick={() => {
                feeds.current?.focus({ preventScroll: true });
                feeds.current?.scrollIntoView({ block: "start" });
              }}
            >
              <Icon name="icon-rss" />
              In Your Calendar
            </Button>
            <Button
              size="compact"
              disabled={!sheet || isPlaceholderData}
              busyLabel={toPrint.isPending && "Printing..."}
              onClick={() => toPrint.mutate(shown.query)}
            >
              <Icon name="icon-printer" />
              Print
            </Button>
          </>
        )
      }
    >
      <DaysToShow shown={shown} today={sheet?.today} />
      <LoadState query={query} what="the day sheet" fallback="Failed to load the day sheet" />
      {query.isPending && <Skeleton className="mt-4 h-96 w-full" />}
      {sheet && (
        <div aria-busy={isPlaceholderData}>
          <RowsNote steady={query.steady} />
          <Heading sheet={sheet} />
          {sheet.days.map((day) => (
            <SheetDay key={day.date} day={day} isToday={day.date === sheet.today} />
          ))}
        </div>
      )}
      {mayTakeOut && <CalendarFeedsSection headingRef={feeds} />}
    </AdminPage>
  );
}

function Heading({ sheet: { days } }: { sheet: DaySheet }) {
  const { company, timeZone } = useFacts();
  const [first, last] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const count = days.reduce((sum, { meetings }) => sum + meetings.length, 0);
  return (
    <div className="mb-4">
      <p className="hidden print:block font-display text-h2">{company.name}: day sheet</p>
      <p role="status">
        <strong>
          {first === last ? formatDay(first, "full") : `${formatDay(first, "full")} to ${formatDay(last, "full")}`}
        </strong>
        {": "}
        {count === 0 ? "no meetings" : count === 1 ? "1 meeting" : `${count} meetings`}. Times are{" "}
        {zoneNames(timeZone).name}.
      </p>
    </div>
  );
}

type Shown = ReturnType<typeof useShownDays>;

/** The URL holds the range, which starts today if the URL has no valid day. */
function useShownDays() {
  const [params, setParams] = useSearchParams();
  const given = params.get("date") ?? "";
  const date = isDay(given) ? given : undefined;
  const isOneDay = params.get("days") === "1";
  const query = new URLSearchParams({ ...(date && { date }), ...(isOneDay && { days: "1" }) }).toString();
  const hrefOf = (day: string | undefined) =>
    `?${new URLSearchParams({ ...(day && { date: day }), ...(isOneDay && { days: "1" }) })}`;
  const change = (name: "date" | "days", value: string) =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      // A typed date changes with every digit, so these changes replace the history entry: Back skips all of them.
      { preventScrollReset: true, replace: true },
    );
  return { date, isOneDay, query, hrefOf, change };
}

function DaysToShow({ shown, today }: { shown: Shown; today: string | undefined }) {
  const from = shown.date ?? today;
  const step = shown.isOneDay ? 1 : DAY_SHEET_DAYS;
  // A half-typed year can be a day that cannot be shown.
  const [typed, setTyped] = useState<string>();
  const LINK = buttonClasses({ variant: "outline", size: "compact" });
  return (
    <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <TextField
        id="sheet-date"
        label="From"
        controlClass="input-compact w-44"
        type="date"
        value={typed ?? from ?? ""}
        onChange={({ target }) => {
          setTyped(target.value);
          if (isDay(target.value)) shown.change("date", target.value);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <SelectField
        id="sheet-days"
        label="Show"
        controlClass="input-compact w-48"
        value={shown.isOneDay ? "1" : ""}
        options={[
          ["", "Seven days"],
          ["1", "One day"],
        ]}
        onChange={({ target }) => shown.change("days", target.value)}
      />
      <nav aria-label="Other days" className="flex flex-wrap gap-2">
        {from && (
          <Link className={LINK} to={shown.hrefOf(addDays(from, -step))} preventScrollReset>
            {shown.isOneDay ? "Day Before" : "Week Before"}
          </Link>
        )}
        <Link className={LINK} to={shown.hrefOf(undefined)} preventScrollReset>
          Today
        </Link>
        {from && (
          <Link className={LINK} to={shown.hrefOf(addDays(from, step))} preventScrollReset>
            {shown.isOneDay ? "Next Day" : "Next Week"}
          </Link>
        )}
      </nav>
    </div>
  );
}
