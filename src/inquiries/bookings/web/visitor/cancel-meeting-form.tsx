import { useEffect, useRef } from "react";
import { cancellationSchema } from "#inquiries/bookings/booking.ts";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import { useDraft } from "#platform/web/forms/draft.ts";
import { LongTextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { forget } from "#platform/web/tab-storage.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { ChangeFormProps } from "./change-form.ts";
import { cancelMeeting, presentOf } from "./manage-queries.ts";

const REASON_KEY = "cancel-reason";
const FIELDS = ["reason"] as const;

export function CancelMeetingForm({ token, meeting, onDone, onKeep }: ChangeFormProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useSchemaForm(cancellationSchema);
  const { onSubmit, isBusy, refusal, field } = useSubmit({
    form,
    mutation: cancelMeeting(token),
    toVariables: ({ reason }) => ({ reason, sequence: meeting.sequence }),
    onDone: ({ notice }) => {
      forget(REASON_KEY);
      onDone("cancelled", notice);
    },
    isShownElsewhere: (error) => presentOf(error) !== undefined,
    onRefused: (error) => {
      if (presentOf(error)) onDone("changed by others");
    },
  });
  useDraft(REASON_KEY, form, FIELDS);
  const isSlow = useIsSlow(isBusy);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <section aria-labelledby="cancel-heading" className="card booking-time">
      <h2 id="cancel-heading" ref={heading} tabIndex={-1} className="booking-legend">
        Cancel this meeting?
      </h2>
      <p>Someone else can then book the time. You can book a new one whenever you like.</p>
      <form method="post" noValidate className="grid gap-4" onSubmit={onSubmit}>
        <LongTextField
          {...field("reason")}
          label="Reason"
          optional
          hint="It helps to know. Only the staff read it."
          rows={3}
          maxLength={BOOKING_LIMITS.cancelReason}
        />
        {refusal && <Note tone="danger">{refusal}</Note>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" busyLabel={isBusy && "Cancelling..."}>
            Yes, cancel it
          </Button>
          <Button variant="outline" onClick={onKeep} disabled={isBusy}>
            Keep the meeting
          </Button>
        </div>
        <p role="status" className="field-hint">
          {isSlow ? "This takes longer than usual. Please keep this page open." : ""}
        </p>
      </form>
    </section>
  );
}
