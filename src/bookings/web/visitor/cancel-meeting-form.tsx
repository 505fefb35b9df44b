import { useEffect, useRef, useState } from "react";
import { BOOKING_LIMITS } from "#bookings/booking.ts";
import { errorText } from "#platform/web/api.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Textarea } from "#platform/web/forms/input.tsx";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { forget, recall, remember } from "#platform/web/tab-storage.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import type { ChangeFormProps } from "./change-form.ts";
import { presentOf, useCancelMeeting } from "./manage-queries.ts";

const REASON_KEY = "cancel-reason";

export function CancelMeetingForm({ token, meeting, onDone, onKeep }: ChangeFormProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [reason, setReason] = useState(keptReason);
  const cancel = useCancelMeeting(token);
  const isSlow = useIsSlow(cancel.isPending);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, []);

  const submit = () => {
    if (cancel.isPending) return;
    cancel.mutate(
      { reason, sequence: meeting.sequence },
      {
        onSuccess: ({ notice }) => {
          forget(REASON_KEY);
          onDone("cancelled", notice);
        },
        onError: (error) => {
          if (presentOf(error)) onDone("changed meanwhile");
        },
      },
    );
  };

  return (
    <section aria-labelledby="cancel-heading" className="card booking-time">
      <h2 id="cancel-heading" ref={heading} tabIndex={-1} className="booking-legend">
        Cancel this meeting?
      </h2>
      <p>Somebody else may then take the time. You can book a new one whenever you like.</p>
      <form
        method="post"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field id="reason" label="Reason" optional hint="It helps us to know. Only our own staff read it.">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={3}
              maxLength={BOOKING_LIMITS.cancelReason}
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                remember(REASON_KEY, target.value);
              }}
            />
          )}
        </Field>
        {cancel.error && !presentOf(cancel.error) && (
          <Note tone="danger">{errorText(cancel.error, "Failed to cancel your meeting")}</Note>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" busyLabel={cancel.isPending && "Cancelling..."}>
            Yes, cancel it
          </Button>
          <Button variant="outline" onClick={onKeep} disabled={cancel.isPending}>
            Keep the meeting
          </Button>
        </div>
        <p role="status" className="field-hint">
          {isSlow ? "This takes longer than usual. We are still working on it; please keep this page open." : ""}
        </p>
      </form>
    </section>
  );
}

/** What was typed and not sent, over a reload. */
function keptReason(): string {
  const kept = recall(REASON_KEY);
  return typeof kept === "string" ? kept : "";
}
