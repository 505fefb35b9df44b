import { useMutation } from "@tanstack/react-query";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { instantOf, minutesOf, parseTime } from "#platform/dates.ts";
import { errorText } from "#platform/web/api.ts";
import { useNow } from "#platform/web/hooks/use-now.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { markNoShow } from "./booking-kind.tsx";

const NOTE = { label: "Note No-show", icon: "icon-user-x" } as const;
const UNDO = { label: "Undo No-show", icon: "icon-undo-2" } as const;

export function NoShowButton({ booking }: { booking: AdminBooking }) {
  const { timeZone } = useFacts();
  const now = useNow();
  const { mutate, isPending, error } = useMutation(markNoShow);
  const { _id: id, status, meetingDate, meetingTime, noShowAt, version } = booking;
  const start = instantOf(meetingDate, minutesOf(parseTime(meetingTime) ?? ""), timeZone);
  const isNoShow = noShowAt !== undefined;
  if (!isNoShow && (start > now || status === "Cancelled")) return null;
  const { label, icon } = isNoShow ? UNDO : NOTE;
  return (
    <div className="mt-2 grid justify-items-start gap-2 print:hidden">
      <Button
        variant="outline"
        size="compact"
        // Disabling the button would lose the focus. The second click of a double click would undo the first.
        onClick={({ detail }) => detail < 2 && !isPending && mutate({ id, noShow: !isNoShow, version })}
      >
        <Icon name={icon} />
        {label}
      </Button>
      {error && (
        <Note tone="danger">
          <p role="alert">{errorText(error, "Failed to note the no-show")}</p>
        </Note>
      )}
    </div>
  );
}
