import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from "react";
import type { DayAvailability } from "#inquiries/bookings/open-times.ts";
import { formatDay } from "#platform/dates.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { Icon } from "#platform/web/ui/icon.tsx";
import { addMonths, dayAfterKey, lastDayOf, monthOf, weeksOf } from "./calendar-keys.ts";
import { closedDaysIn, dayName, findDay } from "./day-words.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type Props = {
  /** The list runs from today to the last day that can be booked. */
  days: readonly DayAvailability[];
  selected: string | undefined;
  onSelect: (day: string) => void;
  /** A day that cannot be booked was pressed. */
  onRefuse: (day: string) => void;
};

/** Days that cannot be booked stay reachable by keyboard and give the reason: a disabled button takes no focus. */
export const Calendar = memo(function Calendar({ days, selected, onSelect, onRefuse }: Props) {
  const today = days[0]?.date ?? "";
  const bounds = { first: `${monthOf(today)}-01`, last: lastDayOf(monthOf(days.at(-1)?.date ?? today)) };
  const [current, setCurrent] = useState(() => selected ?? days.find(({ state }) => state === "open")?.date ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const shouldFocus = useRef(false);
  const headingId = useId();
  const month = monthOf(current);

  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${current}"]`)?.focus();
  }, [current]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = dayAfterKey(event.key, current, bounds);
    if (target === undefined) return;
    event.preventDefault();
    shouldFocus.current = target !== current;
    setCurrent(target);
  };

  const choose = useStableCallback((day: DayAvailability | undefined, date: string) => {
    setCurrent(date);
    if (day?.state === "open") onSelect(date);
    else onRefuse(date);
  });

  const changeMonth = (months: number) => setCurrent(clampMonth(addMonths(month, months), days));

  return (
    <div className="min-h-102">
      <div className="flex items-center justify-between gap-2">
        <MonthButton label="Previous month" isOff={month <= monthOf(bounds.first)} onPress={() => changeMonth(-1)}>
          <Icon name="icon-chevron-left" className="size-6" />
        </MonthButton>
        <h3
          id={headingId}
          aria-live="polite"
          className="text-center text-(length:--text-lead) max-phone:text-(length:--text-label)"
        >
          {formatDay(`${month}-01`, "month")}
        </h3>
        <MonthButton label="Next month" isOff={month >= monthOf(bounds.last)} onPress={() => changeMonth(1)}>
          <Icon name="icon-chevron-right" className="size-6" />
        </MonthButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a date grid is a table by the ARIA pattern */}
      <table role="grid" aria-labelledby={headingId} ref={grid} onKeyDown={onKeyDown} className="calendar-grid">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, weekday) =>
                date ? (
                  <DayCell
                    key={date}
                    date={date}
                    day={findDay(days, date)}
                    isPast={date < today}
                    isToday={date === today}
                    isSelected={date === selected}
                    isTabStop={date === current}
                    onChoose={choose}
                  />
                ) : (
                  <td key={WEEKDAYS[weekday]} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
      <ClosedDays days={days} month={month} />
    </div>
  );
});

type CellProps = {
  date: string;
  /** Undefined beyond the days on offer. */
  day: DayAvailability | undefined;
  isPast: boolean;
  isToday: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  onChoose: (day: DayAvailability | undefined, date: string) => void;
};

const DayCell = memo(function DayCell({ date, day, isPast, isToday, isSelected, isTabStop, onChoose }: CellProps) {
  const state = day?.state ?? (isPast ? "past" : "beyond");
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, and that can be selected
    <td aria-selected={isSelected}>
      <button
        type="button"
        className={`day day-${state}`}
        data-day={date}
        data-today={isToday || undefined}
        data-selected={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-disabled={state !== "open" || undefined}
        aria-label={dayName(date, day, { isPast, isToday })}
        onClick={() => onChoose(day, date)}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  );
});

type MonthButtonProps = { label: string; isOff: boolean; onPress: () => void; children: React.ReactNode };

function MonthButton({ label, isOff, onPress, children }: MonthButtonProps) {
  return (
    <button
      type="button"
      className="button button-quiet button-icon border border-control aria-disabled:border-line aria-disabled:bg-transparent"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
    >
      {children}
    </button>
  );
}

function Legend() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-fine text-muted" aria-label="What the days mean">
      <li className="flex items-center gap-2">
        <span className="day-sample day-open" aria-hidden="true" /> Open
      </li>
      <li className="flex items-center gap-2">
        <span className="day-sample day-full" aria-hidden="true" /> Fully booked
      </li>
      <li className="flex items-center gap-2">
        <span className="day-sample day-closed" aria-hidden="true" /> Closed
      </li>
    </ul>
  );
}

/** The list shows the reasons, which the days give only to screen readers and when pressed. */
function ClosedDays({ days, month }: { days: Props["days"]; month: string }) {
  const closed = closedDaysIn(days, month);
  if (closed.length === 0) return null;
  return (
    <ul
      className="wrap-anywhere my-3 grid gap-1 border-line border-t pt-3 text-fine"
      aria-label="Closed days this month"
    >
      {closed.map(({ from, to, reason }) => (
        <li key={from}>
          <strong className="font-semibold">
            {formatDay(from, "weekday")}
            {to !== from && ` to ${formatDay(to, "weekday")}`}
          </strong>{" "}
          Closed: {reason}
        </li>
      ))}
    </ul>
  );
}

/** A change of month moves the tab stop to the first open day, else to the first day on offer. */
function clampMonth(month: string, days: readonly DayAvailability[]): string {
  const inMonth = days.filter(({ date }) => monthOf(date) === month);
  return (inMonth.find(({ state }) => state === "open") ?? inMonth[0])?.date ?? `${month}-01`;
}
