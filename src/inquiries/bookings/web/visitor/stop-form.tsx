import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ManagedPermissions } from "#inquiries/bookings/managed-meeting.ts";
import { CHANNEL_LABELS, CHANNELS, type Channel } from "#people/permissions/channels.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { stopContact } from "./manage-queries.ts";

const LABELS: Record<Channel, string> = { ...CHANNEL_LABELS, email: "Reminders" };

/** Anybody can book with another person’s address, so nothing else stops. No meeting is cancelled. */
export function StopForm({ permissions }: { permissions: ManagedPermissions }) {
  const [stopped, setStopped] = useState<readonly Channel[]>(permissions.stopped);
  const done = useRef<HTMLParagraphElement>(null);
  const { mutate, isPending, variables } = useMutation({
    ...stopContact(permissions.token),
    onSuccess: (_answer, channels) => setStopped((before) => [...before, ...channels]),
  });
  // The button that had the focus is disabled now. An effect moves the focus once the line is visible.
  useEffect(() => {
    if (stopped.length > permissions.stopped.length) done.current?.focus();
  }, [stopped, permissions.stopped]);
  return (
    <section aria-labelledby="stop-title" className="border-line border-t pt-6 print:hidden">
      <h2 id="stop-title" className="text-h3">
        Hear less
      </h2>
      <p className="mt-2">
        One press stops calls or texts to the phone number that was typed for this meeting, or the reminders of it. It
        cancels no meeting, and e-mails that say one is moved or cancelled still come. To stop everything else, use
        “Stop e-mail” in one of the other e-mails, or say so.
      </p>
      <ul className="mt-3 flex flex-wrap gap-3">
        {CHANNELS.map((channel) => (
          <li key={channel}>
            <Button
              variant="outline"
              size="compact"
              disabled={stopped.includes(channel)}
              busyLabel={isPending && variables?.includes(channel) && "Stopping..."}
              onClick={() => mutate([channel])}
            >
              {stopped.includes(channel) ? `${LABELS[channel]}: stopped` : `Stop ${LABELS[channel].toLowerCase()}`}
            </Button>
          </li>
        ))}
      </ul>
      <p ref={done} tabIndex={-1} role="status" className="mt-2 text-muted empty:hidden">
        {stopped.length > permissions.stopped.length && "Done. It takes effect at once."}
      </p>
    </section>
  );
}
