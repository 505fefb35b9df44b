import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { PorchDrawing } from "#company/shell/web/parts/porch-drawing.tsx";
import { CallLink, CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";
import type { PublicBooking } from "#inquiries/bookings/booking.ts";
import type { PublicBookingAnswer } from "#inquiries/bookings/managed-meeting.ts";
import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import { formatMoment, instantOf } from "#platform/dates.ts";
import { ApiError } from "#platform/web/api.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { Spinner } from "#platform/web/ui/spinner.tsx";
import { InviteButton } from "../invite-button.tsx";
import { storedNewBooking } from "../manage-link-storage.ts";
import { MeetingTicket } from "../meeting-ticket.tsx";
import { NoMeeting } from "../no-meeting.tsx";
import { useBooking } from "../visitor/confirmed-query.ts";
import { labelMinutes } from "./slot-label.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Your meeting | ${company.shortName}` });

const UNKNOWN = {
  title: "Booking not found",
  text: (reach: string) =>
    `The link may be incomplete. Open it from the confirmation email again, or ${reach} and it will be looked up:`,
};

const FAILED = {
  title: "Failed to load booking details",
  text: (reach: string) =>
    `The connection may be down for a moment. Your meeting is still booked. You can also ${reach}:`,
};

const DAY_MS = 86_400_000;
const SECOND_AHEAD_MS = 7_200_000;

export default function BookingConfirmationPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <BookingConfirmation />
    </QueryClientProvider>
  );
}

function BookingConfirmation() {
  const id = useIdInAddress();
  const booking = useBooking(id);
  const isSlow = useIsSlow(booking.isPending);
  if (booking.data) return <Confirmation booking={booking.data} />;
  if (booking.error && !booking.isFetching)
    return booking.error instanceof ApiError && booking.error.status === 404 ? (
      <NoMeeting words={UNKNOWN} />
    ) : (
      <NoMeeting words={FAILED} onRetry={() => void booking.refetch()} />
    );
  return (
    <div className="confirmation confirmation-waiting">
      <h1>Your meeting</h1>
      <p role="status">
        <Spinner /> {isSlow ? "Still loading your meeting …" : "Loading your meeting …"}
      </p>
    </div>
  );
}

type Shown = PublicBooking & Pick<PublicBookingAnswer, "calls">;

function Confirmation({ booking }: { booking: Shown }) {
  const { timeZone } = useFacts();
  const isCancelled = booking.status === "Cancelled";
  const { manageUrl, confirmationAt } = storedNewBooking(booking._id);
  const isHeld = confirmationAt !== undefined && Date.parse(confirmationAt) > Date.now();
  return (
    <div className="confirmation">
      <header className="grid gap-3 [&>svg]:h-auto [&>svg]:w-56 print:[&>svg]:hidden">
        {!isCancelled && <PorchDrawing />}
        <h1>{isCancelled ? "This meeting is cancelled." : "You’re booked."}</h1>
        {isCancelled ? (
          <Note tone="warn">
            The time below is no longer yours. Book again or <CallLink /> whenever it suits you.
          </Note>
        ) : (
          <p>
            Thank you, {booking.firstName}.{" "}
            {booking.email ? (
              <>
                {isHeld ? "A confirmation email will be sent to" : "A confirmation email was sent to"}{" "}
                <strong>{booking.email}</strong>
                {isHeld && ` on ${formatMoment(new Date(confirmationAt), timeZone)}`}.
              </>
            ) : (
              "Keep this page: there is no e-mail address to write to."
            )}
          </p>
        )}
      </header>

      <MeetingTicket booking={booking} />

      {!isCancelled && (
        <>
          <p className="flex flex-wrap gap-3 print:hidden">
            <InviteButton id={booking._id} />
            {manageUrl && (
              <ButtonLink href={manageUrl} variant="outline">
                Change or Cancel
              </ButtonLink>
            )}
            <Button variant="quiet" onClick={() => print()}>
              Print this page
            </Button>
          </p>
          <NextSteps booking={booking} confirmationAt={isHeld ? confirmationAt : undefined} />
        </>
      )}

      {!isCancelled && (
        <p>
          To change or cancel, {booking.email && "open the link in the email, "}
          <CallOrWriteLinks start="call" /> and name the reference.
        </p>
      )}
      <p className="flex flex-wrap gap-3 print:hidden">
        {isCancelled && <ButtonLink href="/book-meeting">Book a new meeting</ButtonLink>}
        <ButtonLink href="/contact" variant={isCancelled ? "outline" : "brand"}>
          Contact Us
        </ButtonLink>
        <ButtonLink href="/" variant="outline">
          Return Home
        </ButtonLink>
      </p>
    </div>
  );
}

function NextSteps({ booking, confirmationAt }: { booking: Shown; confirmationAt: string | undefined }) {
  const facts = useFacts();
  const told = TOLD[booking.meetingType];
  return (
    <section aria-labelledby="next-heading">
      <h2 id="next-heading" className="text-(length:--text-h3) tracking-normal">
        What happens next
      </h2>
      <ol className="mt-4 grid gap-5 border-lamp-sill border-l-3 border-dotted pl-6 text-muted print:mt-2 print:gap-2">
        {booking.email && (
          <>
            <li>
              <h3 className="text-(length:--text-body) text-ink">Confirmation email</h3>
              {confirmationAt ? (
                <p>
                  Many messages went to {booking.email} today, so it follows on{" "}
                  {formatMoment(new Date(confirmationAt), facts.timeZone)}. Your meeting stands as on this page.
                </p>
              ) : (
                <p>
                  It is on its way to {booking.email}, with everything on this page. Look in the spam folder if it
                  hides.
                </p>
              )}
            </li>
            <li>
              <h3 className="text-(length:--text-body) text-ink">Reminder 24 hours before the meeting</h3>
              <p>{reminderText(facts, booking)}</p>
            </li>
            {told && !told.known(facts, undefined) && (
              <li>
                <h3 className="text-(length:--text-body) text-ink">
                  {told.label === "Link" ? "Link of the video call" : "Address of the office"}
                </h3>
                <p>
                  It is not on this page, so that only you have it. The e-mails say it, or by when it comes, and so does
                  the page on which you change or cancel the meeting.
                </p>
              </li>
            )}
          </>
        )}
        <li>
          <h3 className="text-(length:--text-body) text-ink">{facts.words.meetings.contactTitle}</h3>
          <p>{facts.words.meetings.contact}</p>
          <p role="status">{booking.calls}</p>
        </li>
      </ol>
    </section>
  );
}

function reminderText({ timeZone, secondReminder }: Facts, booking: PublicBooking): string {
  const start = instantOf(booking.meetingDate, labelMinutes(booking.meetingTime), timeZone).getTime();
  const [first, second] = [new Date(start - DAY_MS), new Date(start - SECOND_AHEAD_MS)];
  const isSecondAhead = secondReminder && second.getTime() > Date.now();
  if (first.getTime() > Date.now())
    return `It comes on ${formatMoment(first, timeZone)}${isSecondAhead ? ", and another one two hours before" : ""}.`;
  if (isSecondAhead)
    return `Your meeting is less than 24 hours away, so the reminder comes on ${formatMoment(second, timeZone)}.`;
  return "Your meeting is less than 24 hours away, so no separate reminder is sent.";
}

/** One built page serves every booking: only the browser knows the id. */
function useIdInAddress(): string | undefined {
  const [id, setId] = useState<string>();
  useEffect(() => setId(decodeURIComponent(location.pathname.split("/")[2] ?? "")), []);
  return id;
}
