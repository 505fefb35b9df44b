import { useNavigate } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Person } from "#deals/privacy/admin.ts";
import { RECORD_MONTHS } from "#deals/privacy/privacy-request.ts";
import { formatDay } from "#platform/dates.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { counted } from "./counted.ts";
import { useErasePerson } from "./queries.ts";

export function ErasePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { permissionYears } = useFacts();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useErasePerson(person.email);
  const ahead = person.bookings.filter(({ isAhead }) => isAhead);
  const hasOpenRequest = person.requests.some(({ done, email }) => !done && email !== undefined);
  return (
    <ConfirmDialog
      title="Erase this person for good?"
      confirm={{ label: "Erase", busyLabel: "Erasing...", isBusy: isPending }}
      error={error}
      fallback="Failed to erase the person"
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => {
            onClose();
            navigate(`/admin/people?email=${encodeURIComponent(person.email)}`);
          },
        })
      }
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="wrap-anywhere font-semibold">{person.email}</p>
        {ahead.map(({ _id, meetingDate, meetingTime }) => (
          <Note key={_id} tone="warn">
            <p>
              The meeting on {formatDay(meetingDate, "full")} at {meetingTime} is still ahead. It goes too, its time is
              free again, and the visitor gets no e-mail about it.
            </p>
          </Note>
        ))}
        {hasOpenRequest && (
          <Note tone="warn">
            <p>A request of this person is still open. Write to them first: the address goes with the rest.</p>
          </Note>
        )}
        <div>
          <h3 className="text-label">What goes</h3>
          <p>{erasedText(person)}</p>
        </div>
        <div>
          <h3 className="text-label">What stays, and why</h3>
          <ul className="list-disc pl-5">
            <li>
              The proof of what the person agreed to or stopped, without name, address and number in the clear, for{" "}
              {permissionYears} years: the law asks you to be able to show it, and a stop must hold for later calls.
            </li>
            <li>The history: that records were erased, when and by whom, without what they held.</li>
            <li>
              That a privacy request came in and was answered, without the address, for {RECORD_MONTHS} months after the
              answer.
            </li>
            <li>
              Backups made before, until they are deleted (a restore erases the person again); and what mailboxes and
              receivers of webhooks have, which the site cannot reach.
            </li>
          </ul>
          <p className="mt-2">
            Visitors read the same in the{" "}
            <a href="/privacy" target="_blank" rel="noreferrer" className="link">
              privacy policy (opens in a new tab)
            </a>
            .
          </p>
        </div>
      </div>
    </ConfirmDialog>
  );
}

function erasedText({ bookings, messages, mails, accounts, calendarFeeds }: Person): string {
  const parts = [
    bookings.length > 0 && counted(bookings.length, "booking"),
    messages.length > 0 && counted(messages.length, "message"),
    mails > 0 && counted(mails, "e-mail"),
    accounts.length > 0 && counted(accounts.length, "account"),
    calendarFeeds > 0 && counted(calendarFeeds, "calendar feed"),
  ].filter(Boolean);
  if (parts.length === 0) return "The words and the address of privacy requests.";
  return `${parts.join(", ")}; with them what was sent to webhooks, and the words and the address of privacy requests.`;
}
