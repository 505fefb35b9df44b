import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { type ApiError, errorText } from "#platform/web/api.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { reload } from "#platform/web/query-client.ts";
import { showToast } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { SlotPicker } from "../book/slot-picker.tsx";
import { bookingKeys } from "../query-keys.ts";
import { isSlotLost } from "../slot-lost.ts";
import type { ChangeFormProps } from "./change-form.ts";
import { moveMeeting, presentOf } from "./manage-queries.ts";

export function MoveMeetingForm({ token, meeting, onDone, onKeep }: ChangeFormProps) {
  const { timeZone } = useFacts();
  const [date, setDate] = useState<string>();
  const [time, setTime] = useState<string>();
  const [lostMessage, setLostMessage] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const slotHeading = useRef<HTMLHeadingElement>(null);
  const move = useMutation(moveMeeting(token));
  const isSlow = useIsSlow(move.isPending);
  const zone = zoneNames(timeZone).abbreviation;
  const refusal =
    move.error && !isSlotLost(move.error) ? errorText(move.error, "Failed to move your meeting") : undefined;

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);

  const choose = (day: string | undefined, label: string | undefined) => {
    setDate(day);
    setTime(label);
    setLostMessage(undefined);
  };

  const submit = () => {
    if (!date || !time) {
      showToast({
        title: "Missing Information",
        description: "Please select a date and time for your meeting.",
        tone: "destructive",
      });
      (date ? slotHeading : heading).current?.focus();
      return;
    }
    move.mutate(
      { meetingDate: date, meetingTime: time, sequence: meeting.sequence },
      {
        onSuccess: ({ meeting: now, notice }) =>
          onDone(now.sequence === meeting.sequence ? "unchanged" : "moved", notice),
        onError: (error) => {
          if (presentOf(error)) onDone("changed by others");
          else if (isSlotLost(error)) offerOtherTimes(error);
        },
      },
    );
  };

  const offerOtherTimes = ({ code }: ApiError) => {
    setTime(undefined);
    setLostMessage(
      `${code === "slot_taken" ? "That time was just taken." : "That time is not available any more."} Your meeting stays where it was. Here are the other times.`,
    );
    reload(bookingKeys.openTimes);
    requestAnimationFrame(() => slotHeading.current?.focus());
  };

  return (
    <section aria-labelledby="move-heading" className="card booking-time">
      <h2 id="move-heading" ref={heading} tabIndex={-1} className="booking-legend">
        Choose another time
      </h2>
      <SlotPicker
        date={date}
        time={time}
        meetingType={meeting.meetingType}
        onDate={(day) => choose(day, undefined)}
        onTime={(label) => choose(date, label)}
        onUnfit={() => choose(date, undefined)}
        headingRef={slotHeading}
        lostMessage={lostMessage}
      />
      <dl className="grid gap-1 border-lamp-sill border-l-4 bg-band px-4 py-3">
        <div className="flex flex-wrap gap-x-4">
          <dt className="w-12 text-muted">Now</dt>
          <dd className="font-semibold">
            {formatDay(meeting.meetingDate, "weekday")}, {meeting.meetingTime} {zone}
          </dd>
        </div>
        <div className="flex flex-wrap gap-x-4">
          <dt className="w-12 text-muted">New</dt>
          <dd id="new-time" className="font-semibold">
            {date && time ? `${formatDay(date, "weekday")}, ${time} ${zone}` : "No time chosen yet."}
          </dd>
        </div>
      </dl>
      {refusal && <Note tone="danger">{refusal}</Note>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="lamp"
          aria-disabled={!time || undefined}
          aria-describedby="new-time"
          busyLabel={move.isPending && "Moving..."}
          onClick={submit}
        >
          Move my meeting
        </Button>
        <Button variant="quiet" onClick={onKeep} disabled={move.isPending}>
          Keep the current time
        </Button>
      </div>
      <p role="status" className="field-hint">
        {isSlow ? "This takes longer than usual. Please keep this page open." : ""}
      </p>
    </section>
  );
}
