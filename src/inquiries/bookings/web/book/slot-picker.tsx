import { useFacts } from "#company/facts/web/use-facts.ts";
import { Icon } from "#platform/web/ui/icon.tsx";
import "./slot-picker.css";
import { memo, type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { formatDay, formatTime, instantOf, timeOf, wallClock, zoneNames } from "#platform/dates.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useAvailableDays, useSlots } from "../queries.ts";
import { Calendar } from "./calendar.tsx";
import { nextOpenDay, refusal, timesOf } from "./day-words.ts";
import { labelMinutes } from "./slot-label.ts";

const GRID = "grid grid-cols-2 gap-2 sm:grid-cols-3";
const IDLE = "grid justify-items-start gap-4 py-4 text-muted";

type Props = {
  date: string | undefined;
  time: string | undefined;
  /** Undefined until one is chosen. */
  meetingType: MeetingType | undefined;
  onDate: (date: string) => void;
  /** `isTap` is true for touch and mouse, false for arrow keys. */
  onTime: (time: string, isTap: boolean) => void;
  /** The chosen time is not available for this type of meeting. */
  onUnfit: () => void;
  headingRef: RefObject<HTMLHeadingElement | null>;
  lostMessage: string | undefined;
};

export function SlotPicker({ date, time, meetingType, onDate, onTime, onUnfit, headingRef, lostMessage }: Props) {
  const { timeZone } = useFacts();
  const { days, isError, refetch, typeThatMatters } = useAvailableDays(meetingType);
  const slots = useSlots(date, typeThatMatters);
  const labels = slots.data?.slots;
  const [refused, setRefused] = useState<string>();
  const zone = zoneNames(timeZone);

  const isUnfit = typeThatMatters !== undefined && time !== undefined && labels !== undefined && !labels.includes(time);
  const loseUnfit = useEffectEvent(onUnfit);
  useEffect(() => {
    if (isUnfit) loseUnfit();
  }, [isUnfit]);

  const choose = useStableCallback((day: string) => {
    setRefused(undefined);
    onDate(day);
    // On a phone the times are below the screen, so choosing a day scrolls to them.
    if (matchMedia("(width < 64rem)").matches) headingRef.current?.scrollIntoView({ block: "start" });
  });
  const refuse = useStableCallback((day: string) => setRefused(refusal(days ?? [], day)));
  const takeTime = useStableCallback(onTime);

  return (
    <>
      {days ? (
        <Calendar days={days} selected={date} onSelect={choose} onRefuse={refuse} />
      ) : (
        <CalendarPlaceholder failed={isError} onRetry={() => refetch()} />
      )}
      <p role="status" className="calendar-refusal">
        {refused}
      </p>
      <section aria-labelledby="slots-heading" className="grid gap-1.5 border-line border-t pt-4">
        <h3
          id="slots-heading"
          ref={headingRef}
          tabIndex={-1}
          className="scroll-mt-[calc(var(--bar)+--spacing(4))] text-(length:--text-lead) focus:outline-3 focus:outline-focus focus:outline-offset-4"
        >
          {date ? formatDay(date, "weekday") : "Times"}
          {date && labels && <span className="font-medium text-muted"> · {timesOf(labels.length)}</span>}
        </h3>
        <p className="text-(length:--text-small) text-muted">
          Times are {zone.name} ({zone.abbreviation})
        </p>
        {lostMessage && <Note tone="warn">{lostMessage}</Note>}
        <p role="status" className="sr-only">
          {announcement(date, slots.data)}
        </p>
        <div className="lg:min-h-66">
          {date === undefined ? (
            <p className={IDLE}>Please select a date to view available time slots.</p>
          ) : slots.isError && !slots.isFetching ? (
            <LoadFailure onRetry={() => slots.refetch()} />
          ) : !slots.data ? (
            <SlotsPlaceholder />
          ) : slots.data.slots.length === 0 ? (
            <NoSlots closed={slots.data.closed} next={nextOpenDay(days ?? [], date)} onDate={choose} />
          ) : (
            <Slots date={date} labels={slots.data.slots} time={time} onTime={takeTime} />
          )}
        </div>
      </section>
    </>
  );
}

type Found = { slots: readonly string[]; closed?: { reason: string } };

function announcement(date: string | undefined, found: Found | undefined): string {
  if (!date || !found) return "";
  if (found.closed) return `${formatDay(date, "spoken")}, closed: ${found.closed.reason}`;
  return `${timesOf(found.slots.length)} available for ${formatDay(date, "spoken")}`;
}

type SlotsProps = {
  date: string;
  labels: readonly string[];
  time: string | undefined;
  onTime: (time: string, isTap: boolean) => void;
};

function Slots({ date, labels, time, onTime }: SlotsProps) {
  const visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts = [
    { title: "Morning", labels: labels.filter((label) => label.endsWith("AM")) },
    { title: "Afternoon", labels: labels.filter((label) => label.endsWith("PM")) },
  ].filter((part) => part.labels.length > 0);
  return (
    <div
      role="radiogroup"
      aria-labelledby="slots-heading"
      className="lg:max-h-66 lg:overflow-y-auto lg:[scrollbar-color:var(--control)_var(--band)]"
    >
      {parts.map((part) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a radio group would make two groups of one
        <div key={part.title} role="group" aria-label={part.title}>
          <p className="pt-2 pb-1.5 font-semibold text-(length:--text-small) text-muted" aria-hidden="true">
            {part.title}
          </p>
          <div className={GRID}>
            {part.labels.map((label) => (
              <Slot
                key={label}
                date={date}
                label={label}
                visitorZone={visitorZone}
                isChosen={label === time}
                onTime={onTime}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

type SlotProps = {
  date: string;
  label: string;
  visitorZone: string;
  isChosen: boolean;
  onTime: (time: string, isTap: boolean) => void;
};

const Slot = memo(function Slot({ date, label, visitorZone, isChosen, onTime }: SlotProps) {
  const { timeZone } = useFacts();
  const yours = visitorTime(date, label, { timeZone, visitorZone });
  return (
    <label className="slot" data-chosen={isChosen || undefined}>
      <input
        type="radio"
        name="meetingTime"
        value={label}
        checked={isChosen}
        aria-label={`${label}, ${formatDay(date, "spoken")}${yours ? `, ${yours}` : ""}`}
        onChange={() => onTime(label, false)}
        // Arrow keys also fire click events, with detail 0.
        onClick={(event) => event.detail > 0 && onTime(label, true)}
      />
      <span className="inline-flex items-center justify-center gap-1">
        {isChosen && <Icon name="icon-check" className="size-4" />}
        {label}
      </span>
      {yours && (
        <span className="font-normal text-(length:--text-lot) text-muted in-data-chosen:text-on-lamp">{yours}</span>
      )}
    </label>
  );
});

type Zones = { timeZone: string; visitorZone: string };

/** "11:00 AM your time" if the visitor's clock differs from the company's. */
function visitorTime(date: string, label: string, { timeZone, visitorZone }: Zones): string | undefined {
  const local = wallClock(instantOf(date, labelMinutes(label), timeZone), visitorZone);
  const theirs = formatTime(timeOf(local.minutes));
  if (theirs === label && local.day === date) return undefined;
  return `${theirs}${local.day === date ? "" : `, ${formatDay(local.day, "weekday")},`} your time`;
}

type NoSlotsProps = { closed: Found["closed"]; next: string | undefined; onDate: (date: string) => void };

function NoSlots({ closed, next, onDate }: NoSlotsProps) {
  const reason = closed ? `Closed: ${closed.reason}` : "No available time slots for this date";
  return (
    <div className={IDLE}>
      <p>{reason}. Please select another date.</p>
      {next && (
        <Button variant="outline" onClick={() => onDate(next)}>
          Next open day: {formatDay(next, "weekday")}
        </Button>
      )}
    </div>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={IDLE}>
      <p>Failed to load available time slots</p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

function SlotsPlaceholder() {
  const isSlow = useIsSlow();
  return (
    <div className={GRID} aria-busy="true">
      {Array.from({ length: 9 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nine of the same
        <Skeleton key={index} className="h-12 w-full" />
      ))}
      <p className="col-span-full text-(length:--text-small) text-muted">{isSlow ? "Still loading the times …" : ""}</p>
    </div>
  );
}

function CalendarPlaceholder({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div className="grid min-h-102 place-content-center" aria-busy={!failed}>
      {failed ? <LoadFailure onRetry={onRetry} /> : <p className={IDLE}>Loading the calendar …</p>}
    </div>
  );
}
