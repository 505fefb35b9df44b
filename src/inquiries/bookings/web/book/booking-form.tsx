import { useFacts } from "#company/facts/web/use-facts.ts";
import "./booking-form.css";
import { type FormEvent, memo, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { shownVersion } from "#company/facts/facts.ts";
import { TYPED_ADDRESS_KEY } from "#company/shell/web/address-prefill.ts";
import type { BookingConfirmed } from "#inquiries/bookings/booking.ts";
import { FORM_PATHS, type FormPath } from "#inquiries/bookings/facts.ts";
import { storedAttribution } from "#people/leads/web/attribution.ts";
import { formatPhone } from "#platform/phone.ts";
import type { ApiError } from "#platform/web/api.ts";
import { attemptKey } from "#platform/web/attempt-key.ts";
import { useDraft } from "#platform/web/forms/draft.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { useSubmit } from "#platform/web/forms/use-submit.ts";
import { useIsOnline } from "#platform/web/hooks/use-is-online.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { forget, recall } from "#platform/web/tab-storage.ts";
import { showToast, showToastAfterNavigation } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { storeNewBooking } from "../manage-link-storage.ts";
import { bookMeeting } from "../queries.ts";
import { isSlotLost } from "../slot-lost.ts";
import { ATTEMPT_KEY, DRAFT_KEY, forgetDraft } from "./booking-draft.ts";
import { ABOUT_YOU, AdditionalInfoField, BookingField, PROPERTY, ZIP_CODE } from "./booking-fields.tsx";
import { ConsentBox, type ConsentProps, TextsBox } from "./consent-box.tsx";
import type { VisitorForm } from "./visitor-input.ts";

export type Chosen = {
  date: string;
  time: string;
  /** "Wed, Nov 25, 10:00 AM CT". */
  label: string;
};

type Props = {
  form: VisitorForm;
  /** Undefined until a time is chosen. */
  chosen: Chosen | undefined;
  onTimeLost: (refusal: ApiError) => void;
  onChangeTime: () => void;
};

export const BookingForm = memo(function BookingForm({ form, chosen, onTimeLost, onChangeTime }: Props) {
  const { onSubmit, field, mistakes, attempt, message, isBusy } = useBooking({ form, chosen, onTimeLost });
  useDraft(DRAFT_KEY, form, FORM_PATHS);
  useTypedAddress(form);
  const town = useFilledTown(form);
  const bind = (path: FormPath) =>
    path === "phone"
      ? // The number is formatted when the field loses the focus, not during typing.
        field(path, { onBlur: ({ target }) => form.setValue(path, formatPhone(target.value)) })
      : field(path);

  const submit = (event: FormEvent) => {
    if (chosen) return onSubmit(event);
    event.preventDefault();
    showToast({
      title: "Missing Information",
      description: "Please select a date and time for your meeting.",
      tone: "destructive",
    });
    onChangeTime();
  };

  return (
    // With method=post no input ends up in a URL if the browser ever sends the form by itself.
    <form method="post" noValidate onSubmit={submit} aria-label="Your meeting" className="booking-form">
      <ErrorSummary errors={mistakes} attempt={attempt} />
      <fieldset className="card booking-part">
        <PartLegend number={2}>About you</PartLegend>
        <p className="field-hint mb-5">Everything is required unless it says optional.</p>
        <div className="booking-fields">
          {ABOUT_YOU.map((path) => (
            <BookingField key={path} path={path} {...bind(path)} />
          ))}
        </div>
      </fieldset>

      <fieldset className="card booking-part">
        <PartLegend number={3}>About the property</PartLegend>
        <div className="booking-fields">
          <BookingField path={ZIP_CODE} {...bind(ZIP_CODE)} />
          <p role="status" className="field-hint col-span-full max-sm:-mt-3 sm:col-auto sm:pt-10">
            {town || "It fills in city and state."}
          </p>
          {PROPERTY.map((path) => (
            <BookingField key={path} path={path} {...bind(path)} />
          ))}
          <AdditionalInfoField form={form} field={field} />
        </div>
      </fieldset>

      <fieldset className="card booking-part">
        <PartLegend number={4}>Permission</PartLegend>
        <ConsentBox field={field} />
        <TextsIfPreferred form={form} field={field} />
        <label className="honeypot" aria-hidden="true">
          Website
          <input {...form.register("website")} type="text" tabIndex={-1} autoComplete="off" />
        </label>
        <ChosenTime label={chosen?.label} onChangeTime={onChangeTime} />
        {message && <Note tone="danger">{message}</Note>}
        <ConfirmButton hasTime={chosen !== undefined} isBusy={isBusy} />
      </fieldset>
    </form>
  );
});

function TextsIfPreferred({ form: { control }, field }: Pick<Props, "form"> & ConsentProps) {
  const preferred = useWatch({ control, name: "preferredContact" });
  // A choice from before hydration is in the document, but the form is not notified of it.
  const [chosenBefore, setChosenBefore] = useState<string>();
  useEffect(() => {
    const [choice] = document.getElementsByName("preferredContact");
    if (choice instanceof HTMLSelectElement) setChosenBefore(choice.value);
  }, []);
  return (preferred ?? chosenBefore) === "text" && <TextsBox field={field} />;
}

function useBooking({ form, chosen, onTimeLost }: Omit<Props, "onChangeTime">) {
  const { permissionWords } = useFacts();
  const submission = useSubmit({
    form,
    mutation: bookMeeting,
    toVariables: ({ consent, website, ...facts }) => {
      const more = {
        consent: {
          agreed: consent.agreed,
          version: permissionWords.version,
          siteVersion: shownVersion(),
          ...(facts.preferredContact === "text" && { texts: consent.texts === true }),
        },
        source: storedAttribution(),
      };
      const meeting = { meetingDate: chosen?.date, meetingTime: chosen?.time };
      const body = { ...facts, ...meeting, ...more, website: website || undefined };
      return { body, idempotencyKey: attemptKey(ATTEMPT_KEY, body) };
    },
    onDone: openConfirmation,
    isShownElsewhere: isSlotLost,
    onRefused: (refusal) => {
      if (isSlotLost(refusal)) onTimeLost(refusal);
    },
    onInvalid: ({ consent }) => {
      const missing = consent?.agreed?.message;
      if (missing) showToast({ title: "Agreement Required", description: missing, tone: "destructive" });
    },
  });
  // The next page is loading after success: a second press would book again.
  return { ...submission, isBusy: submission.isBusy || submission.isDone };
}

function openConfirmation({ message, bookingId, manageUrl, confirmationAt }: BookingConfirmed): void {
  forgetDraft();
  storeNewBooking(bookingId, { manageUrl, confirmationAt });
  forget(TYPED_ADDRESS_KEY);
  showToastAfterNavigation({ title: "Success!", description: message });
  location.replace(`/booking-confirmation/${bookingId}`);
}

function ChosenTime({ label, onChangeTime }: { label: string | undefined } & Pick<Props, "onChangeTime">) {
  if (label === undefined)
    return (
      <p className="booking-chosen" id="time-missing">
        <span>No time chosen yet.</span>
        <button type="button" className="button button-link" onClick={onChangeTime}>
          Choose a date and time
        </button>
      </p>
    );
  return (
    <p className="booking-chosen">
      <strong>{label}</strong>
      <button type="button" className="button button-link" onClick={onChangeTime}>
        Change
      </button>
    </p>
  );
}

function ConfirmButton({ hasTime, isBusy }: { hasTime: boolean; isBusy: boolean }) {
  const isHydrated = useHydrated();
  const isOnline = useIsOnline();
  const isSlow = useIsSlow(isBusy);
  return (
    <>
      {!isOnline && <Note tone="warn">You are offline. What you typed stays here; try again once you are back.</Note>}
      <Button
        // Before hydration the button must not send the form.
        type={isHydrated ? "submit" : "button"}
        variant="lamp"
        size="hero"
        className="booking-submit"
        aria-disabled={!hasTime || undefined}
        aria-describedby={hasTime ? undefined : "time-missing"}
        busyLabel={isBusy && "Confirming Booking..."}
      >
        Confirm Booking
      </Button>
      <p role="status" className="field-hint">
        {isSlow ? "This takes longer than usual. Please keep this page open." : ""}
      </p>
    </>
  );
}

function PartLegend({ number, children }: { number: number; children: string }) {
  return (
    <legend className="booking-legend">
      <span className="plate" aria-hidden="true">
        {number}
      </span>
      {children}
    </legend>
  );
}

/** Prefills the property's address from the home page, unless one was already entered. */
function useTypedAddress({ getValues, setValue }: VisitorForm): void {
  useEffect(() => {
    const typed = recall(TYPED_ADDRESS_KEY);
    if (typeof typed === "string" && !getValues("propertyAddress.street")) setValue("propertyAddress.street", typed);
  }, [getValues, setValue]);
}

/** Returns what was filled in, to be announced. */
function useFilledTown(form: VisitorForm): string {
  const [words, setWords] = useState("");
  useEffect(() => {
    const start = () =>
      void import("./fill-town.ts").then(
        ({ fillTown }) => fillTown(form, setWords),
        () => {},
      );
    addEventListener("focusin", start, { once: true });
    return () => removeEventListener("focusin", start);
  }, [form]);
  return words;
}
