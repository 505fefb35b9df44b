import "./booking-form.css";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type FocusEvent, type FormEvent, memo, useEffect, useRef, useState } from "react";
import { type FieldErrors, type FieldPath, useForm, useWatch } from "react-hook-form";
import { type BookingForm as BookingFormValues, bookingFormSchema } from "#bookings/booking.ts";
import type { MeetingType } from "#bookings/meeting-types.ts";
import type { FieldErrors as RefusedFields } from "#platform/errors.ts";
import { formatPhone } from "#platform/phone.ts";
import { useDraft } from "#platform/web/forms/draft.ts";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { useIsOnline } from "#platform/web/hooks/use-is-online.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { recall } from "#platform/web/tab-storage.ts";
import { showToast } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { TYPED_ADDRESS_KEY } from "#shell/web/address-prefill.ts";
import { DRAFT_KEY } from "./booking-draft.ts";
import { ABOUT_YOU, AdditionalInfoField, fieldId, PROPERTY, TextOrChoiceField } from "./booking-fields.tsx";
import { ConsentBox } from "./consent-box.tsx";

const CONSENT_MISSING = "Please agree to be contacted about your property.";
const CONSENT_ID = "consent";
const FIELD_NAMES: FieldPath<BookingFormValues>[] = [
  ...[...ABOUT_YOU, ...PROPERTY].map(({ name }) => name),
  "additionalInfo",
];

type Props = {
  /** "Wed, Nov 25, 10:00 AM CT"; undefined while none is chosen. */
  chosen: string | undefined;
  isSubmitting: boolean;
  /** What the server refused, to be shown at the fields and beside the button. */
  refusal: { message: string; fields: RefusedFields } | undefined;
  /** Hears which type is chosen, as soon as one is: some types have more times than others. */
  onMeetingType: (meetingType: MeetingType | undefined) => void;
  onSubmit: (form: BookingFormValues, website: string) => void;
  /** Leads to the calendar. */
  onChangeTime: () => void;
};

export const BookingForm = memo(function BookingForm({
  chosen,
  isSubmitting,
  refusal,
  onMeetingType,
  onSubmit,
  onChangeTime,
}: Props) {
  const isHydrated = useHydrated();
  const isOnline = useIsOnline();
  const isSlow = useIsSlow(isSubmitting);
  const form = useForm<BookingFormValues>({
    resolver: standardSchemaResolver(bookingFormSchema) as never,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const [consentError, setConsentError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const consent = useRef<HTMLInputElement>(null);
  const website = useRef<HTMLInputElement>(null);
  useDraft(DRAFT_KEY, form, FIELD_NAMES);
  useTypedAddress(form);
  useRefusedFields(form, refusal?.fields);
  const { control, register, getValues } = form;
  // What was chosen before React was here is in the form, but nobody who watches it was told.
  const meetingType = useWatch({ control, name: "meetingType" }) ?? getValues("meetingType");
  const leavePhone = useStableCallback(showFormatted(form));
  useEffect(() => onMeetingType(meetingType || undefined), [meetingType, onMeetingType]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    if (!chosen) {
      showToast({
        title: "Missing Information",
        description: "Please select a date and time for your meeting.",
        tone: "destructive",
      });
      onChangeTime();
      return;
    }
    const hasAgreed = consent.current?.checked ?? false;
    setConsentError(hasAgreed ? undefined : CONSENT_MISSING);
    if (!hasAgreed) showToast({ title: "Agreement Required", description: CONSENT_MISSING, tone: "destructive" });
    await form.handleSubmit((values) => {
      if (hasAgreed) onSubmit(values, website.current?.value ?? "");
    })();
    setAttempt((count) => count + 1);
  };

  const { errors } = form.formState;
  const problems = listProblems(errors);
  if (consentError) problems.push({ id: CONSENT_ID, message: consentError });

  return (
    // method=post: should the browser ever send the form by itself, nothing typed ends up in an address.
    <form method="post" noValidate onSubmit={submit} aria-label="Your meeting" className="booking-form">
      {attempt > 0 && <ErrorSummary errors={problems} attempt={attempt} />}
      <fieldset className="card booking-part">
        <PartLegend number={2}>About you</PartLegend>
        <p className="field-hint mb-5">Everything is required unless it says optional.</p>
        <div className="booking-fields">
          {ABOUT_YOU.map((field) => (
            <TextOrChoiceField
              key={field.name}
              field={field}
              error={errorAt(errors, field.name)}
              register={register}
              onLeave={field.name === "phone" ? leavePhone : undefined}
            />
          ))}
        </div>
      </fieldset>

      <fieldset className="card booking-part">
        <PartLegend number={3}>About the property</PartLegend>
        <div className="booking-fields">
          {PROPERTY.map((field) => (
            <TextOrChoiceField key={field.name} field={field} error={errorAt(errors, field.name)} register={register} />
          ))}
          <AdditionalInfoField error={errorAt(errors, "additionalInfo")} form={form} />
        </div>
      </fieldset>

      <fieldset className="card booking-part">
        <PartLegend number={4}>Permission</PartLegend>
        <ConsentBox id={CONSENT_ID} ref={consent} error={consentError} onChange={() => setConsentError(undefined)} />
        <label className="honeypot" aria-hidden="true">
          Website
          <input ref={website} type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>

        {chosen ? (
          <p className="booking-chosen">
            <strong>{chosen}</strong>
            <button type="button" className="button button-link" onClick={onChangeTime}>
              Change
            </button>
          </p>
        ) : (
          <p className="booking-chosen" id="time-missing">
            <span>No time chosen yet.</span>
            <button type="button" className="button button-link" onClick={onChangeTime}>
              Choose a date and time
            </button>
          </p>
        )}
        {refusal && <Note tone="danger">{refusal.message}</Note>}
        {!isOnline && <Note tone="warn">You are offline. What you typed stays here; try again once you are back.</Note>}
        <Button
          // Before React is here the button must not send the form by itself.
          type={isHydrated ? "submit" : "button"}
          variant="lamp"
          size="hero"
          className="booking-submit"
          aria-disabled={!chosen || undefined}
          aria-describedby={chosen ? undefined : "time-missing"}
          busyLabel={isSubmitting && "Confirming Booking..."}
        >
          Confirm Booking
        </Button>
        <p role="status" className="field-hint">
          {isSlow ? "This takes longer than usual. We are still working on it; please keep this page open." : ""}
        </p>
      </fieldset>
    </form>
  );
});

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

type Form = ReturnType<typeof useForm<BookingFormValues>>;

/** The address typed on the home page is the property's, unless another one stands here already. */
function useTypedAddress({ getValues, setValue }: Form): void {
  useEffect(() => {
    const typed = recall(TYPED_ADDRESS_KEY);
    if (typeof typed === "string" && !getValues("propertyAddress.street")) setValue("propertyAddress.street", typed);
  }, [getValues, setValue]);
}

/** Puts the server's words at the fields they are about. */
function useRefusedFields({ setError }: Form, fields: RefusedFields | undefined): void {
  useEffect(() => {
    for (const [name, message] of Object.entries(fields ?? {}))
      if (FIELD_NAMES.some((known) => known === name))
        setError(name as FieldPath<BookingFormValues>, { type: "server", message });
  }, [fields, setError]);
}

/** No mask while typing; the usual form once the field is left. */
function showFormatted(form: Form) {
  return (event: FocusEvent<HTMLInputElement>) => {
    const formatted = formatPhone(event.target.value);
    if (formatted !== event.target.value) form.setValue("phone", formatted);
  };
}

function listProblems(errors: FieldErrors<BookingFormValues>): { id: string; message: string }[] {
  return FIELD_NAMES.flatMap((name) => {
    const message = errorAt(errors, name);
    return message ? [{ id: fieldId(name), message }] : [];
  });
}

function errorAt(errors: FieldErrors<BookingFormValues>, path: string): string | undefined {
  const found = path
    .split(".")
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], errors);
  return (found as { message?: string } | undefined)?.message;
}
