import { QueryClientProvider } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { callCompany, callOrWrite, shownContact } from "#company/shell/shown.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";
import type { ManagedAnswer, ManagedMeeting, ManageNotice } from "#inquiries/bookings/managed-meeting.ts";
import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import { formatMoment } from "#platform/dates.ts";
import { ApiError } from "#platform/web/api.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { useLinkToken } from "#platform/web/hooks/use-link-token.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { Spinner } from "#platform/web/ui/spinner.tsx";
import { InviteButton } from "../invite-button.tsx";
import { Fact, MeetingTicket } from "../meeting-ticket.tsx";
import { NoMeeting } from "../no-meeting.tsx";
import { CancelMeetingForm } from "./cancel-meeting-form.tsx";
import type { ChangeResult } from "./change-form.ts";
import { useManagedMeeting } from "./manage-queries.ts";
import { MoveMeetingForm } from "./move-meeting-form.tsx";
import { StopForm } from "./stop-form.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Change your meeting | ${company.shortName}` });

const NO_LINK = {
  title: "Please open the link in your e-mail again",
  text: (reach: string) =>
    `This page knows your meeting only by that link. Open it from the latest e-mail about your meeting, or ${reach} to change it:`,
};

const UNKNOWN = {
  title: "This link is no longer valid",
  text: (reach: string) =>
    `It may be incomplete. Open it from the latest e-mail about your meeting again, or ${reach} to change it:`,
};

const FAILED = {
  title: "Failed to load your meeting",
  text: (reach: string) => `The connection may be down for a moment. Your meeting is unchanged. You can also ${reach}:`,
};

export default function ManageMeetingPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <ManageMeeting />
    </QueryClientProvider>
  );
}

function ManageMeeting() {
  const facts = useFacts();
  // One built page serves every meeting: only the browser knows which.
  const token = useLinkToken();
  const meeting = useManagedMeeting(token);
  const isSlow = useIsSlow(meeting.isPending);
  if (token === "") return <NoMeeting words={NO_LINK} />;
  if (token && meeting.data) return <Meeting key={token} token={token} answer={meeting.data} />;
  if (meeting.error && !meeting.isFetching)
    return isUnknown(meeting.error) ? (
      <NoMeeting words={UNKNOWN} />
    ) : (
      <NoMeeting words={FAILED} onRetry={() => void meeting.refetch()} />
    );
  return (
    <div className="confirmation confirmation-waiting">
      <h1>Your meeting</h1>
      <noscript>
        <p className="note">
          Changing a meeting online needs JavaScript. Please {callOrWrite(facts)} instead: {shownContact(facts).text}.
        </p>
      </noscript>
      <p role="status">
        <Spinner /> {isSlow ? "Still loading your meeting …" : "Loading your meeting …"}
      </p>
    </div>
  );
}

function Meeting({ token, answer: { meeting, permissions } }: { token: string; answer: ManagedAnswer }) {
  const [open, setOpen] = useState<"move" | "cancel">();
  const [done, setDone] = useState<Done>({});
  const heading = useRef<HTMLHeadingElement>(null);

  const finish = (outcome?: ChangeResult, notice?: ManageNotice) => {
    setOpen(undefined);
    setDone({ outcome, notice });
    requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: "center" });
    });
  };

  const form = { token, meeting, onDone: finish, onKeep: () => finish() };
  const { isChangeable } = meeting;
  return (
    <div className="confirmation">
      <Headline meeting={meeting} done={done} headingRef={heading} />
      <MeetingTicket booking={meeting}>
        <Whereabouts meeting={meeting} />
      </MeetingTicket>
      {isChangeable && open === undefined && (
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button onClick={() => setOpen("move")}>Choose another time</Button>
          <Button variant="outline" onClick={() => setOpen("cancel")}>
            Cancel this meeting
          </Button>
          <InviteButton id={meeting._id} />
        </div>
      )}
      {isChangeable && open === "move" && <MoveMeetingForm {...form} />}
      {isChangeable && open === "cancel" && <CancelMeetingForm {...form} />}
      {!isChangeable && meeting.status !== "Scheduled" && meeting.status !== "Rescheduled" && (
        <p className="flex flex-wrap gap-3 print:hidden">
          <ButtonLink href="/book-meeting">Book a new meeting</ButtonLink>
        </p>
      )}
      {permissions.token && <StopForm permissions={permissions} />}
      <p>
        Rather talk to a person? <CallOrWriteLinks start="Call" /> and name the reference.
      </p>
    </div>
  );
}

/** Only who has the link of an e-mail sees this page. */
function Whereabouts({ meeting: { meetingType: type, told, toldBy } }: { meeting: ManagedMeeting }) {
  const { timeZone } = useFacts();
  const words = TOLD[type];
  if (!words || (!told && !toldBy)) return null;
  return (
    <Fact term={words.label}>
      {toldBy && `${words.promise} by ${formatMoment(new Date(toldBy), timeZone)}.`}
      {told && words.label === "Link" ? (
        <a href={told} className="link" rel="noreferrer">
          {told}
        </a>
      ) : (
        told
      )}
    </Fact>
  );
}

type Done = { outcome?: ChangeResult | undefined; notice?: ManageNotice | undefined };

type HeadlineProps = {
  meeting: ManagedMeeting;
  done: Done;
  headingRef: RefObject<HTMLHeadingElement | null>;
};

function Headline({ meeting, done, headingRef }: HeadlineProps) {
  const facts = useFacts();
  const { outcome, notice } = done;
  return (
    <header className="grid gap-3">
      <h1 ref={headingRef} tabIndex={-1}>
        {titleOf(facts, meeting, outcome)}
      </h1>
      {outcome === "moved" && (
        <Note tone="ok">
          <p>
            {notice === null
              ? "Please note the new time: there is no e-mail address to send it to"
              : notice?.isHeld
                ? `So that your mailbox does not fill up, the new time is e-mailed to ${meeting.email} on ${formatMoment(new Date(notice.at), facts.timeZone)}`
                : `The new time is on its way to ${meeting.email}`}
            {notice && facts.calendarInvites && ", with an invite for your calendar"}.
          </p>
        </Note>
      )}
      {outcome === "unchanged" && <Note>Your meeting was at that time already. Nothing was changed.</Note>}
      {outcome === "changed by others" && (
        <Note tone="warn">
          <p>This meeting was changed elsewhere. Here is how it stands now; nothing else was changed.</p>
        </Note>
      )}
      <p>{explanationOf(facts, meeting, done)}</p>
    </header>
  );
}

function titleOf(facts: Facts, { status, isChangeable }: ManagedMeeting, outcome: ChangeResult | undefined): string {
  if (status === "Cancelled") return "This meeting is cancelled.";
  if (status === "Completed") return "This meeting is over.";
  if (outcome === "moved") return "Your meeting is moved.";
  return isChangeable ? "Change or cancel your meeting" : `Please ${callOrWrite(facts)} to change this meeting.`;
}

function explanationOf(
  facts: Facts,
  { status, email, isChangeable, changeableUntil }: ManagedMeeting,
  { outcome, notice }: Done,
) {
  if (status === "Cancelled" && outcome !== "cancelled")
    return "The time below is no longer yours. You can book a new one whenever it suits you.";
  if (status === "Cancelled") return `The time below is free again. ${cancellationNote(facts, email, notice)}`;
  if (status === "Completed") return "Thank you for the talk. To talk again, book a new one.";
  const deadline = formatMoment(new Date(changeableUntil), facts.timeZone);
  if (isChangeable) return `You can move or cancel it here until ${deadline}.`;
  return `It could be changed online until ${deadline}. It stays as shown below unless you ${callCompany(facts)}.`;
}

function cancellationNote(
  { calendarInvites, timeZone }: Facts,
  email: string,
  notice: ManageNotice | undefined,
): string {
  if (!notice) return "No e-mail is sent about it, because none was sent about the meeting.";
  const when = notice.isHeld ? ` on ${formatMoment(new Date(notice.at), timeZone)}` : "";
  return `A note of it goes to ${email}${when}${calendarInvites ? " and takes the meeting out of your calendar" : ""}.`;
}

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
