import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BookingForm as BookingFormValues } from "#bookings/booking.ts";
import { CONSENT_VERSION } from "#bookings/consent.ts";
import type { MeetingType } from "#bookings/meeting-types.ts";
import { storedAttribution } from "#leads/web/queries.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { phoneHref } from "#platform/phone.ts";
import { ApiError, errorText } from "#platform/web/api.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { queryClient, reload } from "#platform/web/query-client.ts";
import { forget } from "#platform/web/tab-storage.ts";
import { showToast, showToastAfterNavigation } from "#platform/web/toast.ts";
import { TYPED_ADDRESS_KEY } from "#shell/web/address-prefill.ts";
import type { PageMeta } from "#shell/web/page.ts";
import { company, timeZone } from "#site";
import { keepBooked } from "../manage-link-storage.ts";
import { useBookMeeting } from "../queries.ts";
import { bookingKeys } from "../query-keys.ts";
import { attemptKey, forgetDraft, keepChoice, keptChoice } from "./booking-draft.ts";
import { BookingForm } from "./booking-form.tsx";
import { ChosenBar } from "./chosen-bar.tsx";
import { SlotPicker } from "./slot-picker.tsx";

export const meta: PageMeta = {
  title: `Book a free meeting | ${company.shortName}`,
  description: `Pick a day and a time to talk with ${company.name} about selling your house as-is, for cash. Free, no obligation, no account needed.`,
};

export default function BookMeetingPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <BookMeeting />
    </QueryClientProvider>
  );
}

function BookMeeting() {
  const { date, time, isFolded, setIsFolded, lostMessage, chooseDate, chooseTime, loseTime } = useChosenTime();
  const [meetingType, setMeetingType] = useState<MeetingType>();
  // A double click submits twice before React has drawn the button's new state.
  const isInFlight = useRef(false);
  const slotHeading = useRef<HTMLHeadingElement>(null);
  const booking = useBookMeeting();
  const chosen =
    date && time ? `${formatDay(date, "weekday")}, ${time} ${zoneNames(timeZone).abbreviation}` : undefined;

  const showCalendar = useStableCallback(() => {
    setIsFolded(false);
    requestAnimationFrame(() => {
      const day = document.querySelector<HTMLElement>(".calendar-grid [tabindex='0']");
      (day ?? slotHeading.current)?.focus({ preventScroll: true });
      document.getElementById("pick-a-time")?.scrollIntoView({ block: "start" });
    });
  });

  const submit = useStableCallback((form: BookingFormValues, website: string) => {
    if (isInFlight.current) return;
    isInFlight.current = true;
    const consent = { agreed: true, version: CONSENT_VERSION };
    const more = { consent, source: storedAttribution(), website: website || undefined };
    const body = { ...form, meetingDate: date, meetingTime: time, ...more };
    booking.mutate(
      { body, idempotencyKey: attemptKey(body) },
      {
        onSuccess: ({ message, bookingId, manageUrl, confirmationAt }) => {
          forgetDraft();
          keepBooked(bookingId, { manageUrl, confirmationAt });
          forget(TYPED_ADDRESS_KEY);
          showToastAfterNavigation({ title: "Success!", description: message });
          location.replace(`/booking-confirmation/${bookingId}`);
        },
        onError: (error) => {
          isInFlight.current = false;
          if (isSlotLost(error)) offerOtherTimes(error);
        },
      },
    );
  });

  const offerOtherTimes = (error: ApiError) => {
    const isTaken = error.code === "slot_taken";
    loseTime(
      `${isTaken ? "That time was just taken." : "That time is not available any more."} Here are the other times.`,
    );
    reload(bookingKeys.openTimes);
    requestAnimationFrame(() => slotHeading.current?.focus());
  };

  // The focus stays in the form: whoever has just chosen a type of meeting is there.
  const loseUnfitTime = useCallback(() => {
    const description = "The time you chose is too close to another meeting for this type. Please choose another time.";
    loseTime(description);
    showToast({ title: "Time Not Available", description, tone: "destructive" });
  }, [loseTime]);

  const { error } = booking;
  const refusal = useMemo(() => refusalOf(error), [error]);

  return (
    <div className="mx-auto grid max-w-280 gap-8 px-(--gutter) pt-8 pb-16 lg:grid-cols-[minmax(0,--spacing(110))_minmax(0,1fr)] lg:pt-12 lg:pb-24">
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
            <strong>{chosen}</strong>
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
        <BookingForm
          chosen={chosen}
          // The next page is loading after a success: pressing again would be a second booking.
          isSubmitting={booking.isPending || booking.isSuccess}
          refusal={refusal}
          onMeetingType={setMeetingType}
          onSubmit={submit}
          onChangeTime={showCalendar}
        />
      </div>
      {chosen && <ChosenBar chosen={chosen} onChange={showCalendar} />}
    </div>
  );
}

function BookingHead() {
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 lg:col-span-full">
      <h1>Book a free meeting</h1>
      <p>
        No obligation. Or call{" "}
        <a href={phoneHref(company.phone)} className="link inline-block py-2 font-semibold">
          {company.phone}
        </a>
      </p>
      <noscript>
        <p className="note">Booking online needs JavaScript. Please call us instead: we pick up.</p>
      </noscript>
    </header>
  );
}

/** The day and time of the visitor's choice, kept over a reload, and whether the calendar is folded away behind it. */
function useChosenTime() {
  const [date, setDate] = useState<string>();
  const [time, setTime] = useState<string>();
  const [isFolded, setIsFolded] = useState(false);
  const [lostMessage, setLostMessage] = useState<string>();

  useEffect(() => {
    const kept = keptChoice();
    setDate(kept.date);
    setTime(kept.time);
  }, []);

  const chooseDate = (day: string) => {
    setDate(day);
    setTime(undefined);
    setLostMessage(undefined);
    keepChoice({ date: day });
  };

  const chooseTime = (label: string, isTap: boolean) => {
    setTime(label);
    setLostMessage(undefined);
    keepChoice({ date, time: label });
    if (!isTap || !matchMedia("(width < 64rem)").matches) return;
    setIsFolded(true);
    requestAnimationFrame(() => document.getElementById("firstName")?.focus());
  };

  const loseTime = useCallback(
    (message: string) => {
      setTime(undefined);
      keepChoice({ date });
      setIsFolded(false);
      setLostMessage(message);
    },
    [date],
  );

  return { date, time, isFolded, setIsFolded, lostMessage, chooseDate, chooseTime, loseTime };
}

function refusalOf(error: Error | null) {
  if (!error || isSlotLost(error)) return undefined;
  const message = errorText(error, "Failed to book meeting. Please try again.");
  return { message, fields: error instanceof ApiError ? error.fields : {} };
}

function isSlotLost(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === "slot_taken" || error.code === "slot_not_offered");
}
