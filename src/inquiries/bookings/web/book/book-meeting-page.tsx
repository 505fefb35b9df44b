import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { callOrWrite, shownContact } from "#company/shell/shown.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallLink } from "#company/shell/web/parts/reach.tsx";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import type { ApiError } from "#platform/web/api.ts";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { useSchemaForm } from "#platform/web/forms/use-submit.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { queryClient, reload } from "#platform/web/query-client.ts";
import { showToast } from "#platform/web/toast.ts";
import { bookingKeys } from "../query-keys.ts";
import { storeChoice, storedChoice } from "./booking-draft.ts";
import { BookingForm } from "./booking-form.tsx";
import { ChosenBar } from "./chosen-bar.tsx";
import { SlotPicker } from "./slot-picker.tsx";
import type { VisitorForm } from "./visitor-input.ts";

export const meta: PageMeta = ({ company }) => ({
  title: `Book a free meeting | ${company.shortName}`,
  description: `Pick a day and a time to talk with ${company.name} about selling your house as-is, for cash. Free, no obligation, no account needed.`,
});

const loadSchema = async () => (await import("./visitor-input.ts")).visitorInputSchema;

export default function BookMeetingPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <BookMeeting />
    </QueryClientProvider>
  );
}

function BookMeeting() {
  const { timeZone } = useFacts();
  const { date, time, isFolded, setIsFolded, lostMessage, chooseDate, chooseTime, loseTime } = useChosenTime();
  const form = useSchemaForm(loadSchema, { mode: "onTouched" });
  const meetingType = useMeetingType(form);
  const slotHeading = useRef<HTMLHeadingElement>(null);
  const chosen = useMemo(
    () => (date && time ? { date, time, label: labelOf(date, time, timeZone) } : undefined),
    [date, time, timeZone],
  );

  const showCalendar = useStableCallback(() => {
    setIsFolded(false);
    requestAnimationFrame(() => {
      const day = document.querySelector<HTMLElement>(".calendar-grid [tabindex='0']");
      (day ?? slotHeading.current)?.focus({ preventScroll: true });
      document.getElementById("pick-a-time")?.scrollIntoView({ block: "start" });
    });
  });

  const offerOtherTimes = useStableCallback(({ code }: ApiError) => {
    const isTaken = code === "slot_taken";
    loseTime(
      `${isTaken ? "That time was just taken." : "That time is not available any more."} Here are the other times.`,
    );
    reload(bookingKeys.openTimes);
    requestAnimationFrame(() => slotHeading.current?.focus());
  });

  // The focus stays in the form, where the visitor has just chosen a type of meeting.
  const loseUnfitTime = () => {
    const description = "The time you chose is too close to another meeting for this type. Please choose another time.";
    loseTime(description);
    showToast({ title: "Time Not Available", description, tone: "destructive" });
  };

  return (
    <div className="mx-auto grid max-w-(--booking) gap-8 px-(--gutter) pt-8 pb-16 lg:grid-cols-[minmax(0,var(--panel))_minmax(0,1fr)] lg:pt-12 lg:pb-24">
      <BookingHead />
      <section
        id="pick-a-time"
        aria-labelledby="pick-heading"
        className="card booking-time"
        data-folded={isFolded || undefined}
      >
        <h2 id="pick-heading" className="booking-legend">
          <span className="plate" aria-hidden="true">
            1
          </span>
          Pick a time
        </h2>
        {isFolded && chosen && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-lamp-sill border-l-4 bg-band px-4 py-1 max-sm:px-3 lg:hidden">
            <strong>{chosen.label}</strong>
            <button type="button" className="button button-link" onClick={showCalendar}>
              Change
            </button>
          </p>
        )}
        <div className="max-lg:in-data-folded:hidden">
          <SlotPicker
            date={date}
            time={time}
            meetingType={meetingType}
            onDate={chooseDate}
            onTime={chooseTime}
            onUnfit={loseUnfitTime}
            headingRef={slotHeading}
            lostMessage={lostMessage}
          />
        </div>
      </section>
      <div>
        <BookingForm form={form} chosen={chosen} onTimeLost={offerOtherTimes} onChangeTime={showCalendar} />
      </div>
      {chosen && <ChosenBar chosen={chosen.label} onChange={showCalendar} />}
    </div>
  );
}

function BookingHead() {
  const facts = useFacts();
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 lg:col-span-full">
      <h1>Book a free meeting</h1>
      <p>
        No obligation. <CallLink start="Or call" className="link inline-block py-2 font-semibold" />
      </p>
      <noscript>
        <p className="note">
          Booking online needs JavaScript. Please {callOrWrite(facts)} instead: {shownContact(facts).text}.
        </p>
      </noscript>
    </header>
  );
}

/** The chosen day and time survive a reload. */
function useChosenTime() {
  const [date, setDate] = useState<string>();
  const [time, setTime] = useState<string>();
  const [isFolded, setIsFolded] = useState(false);
  const [lostMessage, setLostMessage] = useState<string>();

  useEffect(() => {
    const kept = storedChoice();
    setDate(kept.date);
    setTime(kept.time);
  }, []);

  const chooseDate = (day: string) => {
    setDate(day);
    setTime(undefined);
    setLostMessage(undefined);
    storeChoice({ date: day });
  };

  const chooseTime = (label: string, isTap: boolean) => {
    setTime(label);
    setLostMessage(undefined);
    storeChoice({ date, time: label });
    if (!isTap || !matchMedia("(width < 64rem)").matches) return;
    setIsFolded(true);
    requestAnimationFrame(() => document.getElementById("firstName")?.focus());
  };

  const loseTime = (message: string) => {
    setTime(undefined);
    storeChoice({ date });
    setIsFolded(false);
    setLostMessage(message);
  };

  return { date, time, isFolded, setIsFolded, lostMessage, chooseDate, chooseTime, loseTime };
}

/** Watches the type of meeting, because some types have more times than others. */
function useMeetingType({ control, getValues }: VisitorForm): MeetingType | undefined {
  const watched = useWatch({ control, name: "meetingType" });
  // A type chosen before hydration is in the form, but its watchers were not notified.
  const chosenBefore = useHydrated() ? getValues("meetingType") : undefined;
  return watched || chosenBefore || undefined;
}

function labelOf(date: string, time: string, timeZone: string): string {
  return `${formatDay(date, "weekday")}, ${time} ${zoneNames(timeZone).abbreviation}`;
}
