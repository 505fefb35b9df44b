import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { ASK_MINUTES, clockText, isHeld, type Wait } from "#people/leads/claim.ts";
import { businessMinutes, durationText, isOverdue, waitText } from "#people/leads/inquiry.ts";
import { formatInstant, formatTime, timeOf, wallClock } from "#platform/dates.ts";
import { useNow } from "#platform/web/hooks/use-now.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button, type ButtonSize } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { claimLead, releaseLead, useLeadRules, useLog } from "./queries.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const CALM_MS = 15_000;

type PanelProps = {
  leadId: string;
  of: string;
  call?: (onCall: () => void) => ReactNode;
  /** The record beside it says how long the person waits. */
  hasClock?: boolean;
};

/** Of a lead that waits: its clock, how to reach the person, and who has it. */
export function ClaimPanel({ leadId, of, call, hasClock = true }: PanelProps) {
  const wait = useLog(leadId).data?.wait;
  const hold = useHoldOnCall(leadId, wait);
  if (!wait) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {hasClock && <WaitClock wait={wait} />}
      {call?.(hold)}
      <ClaimButtons leadId={leadId} of={of} wait={wait} />
    </div>
  );
}

/** Since the person came, on their own clock, until the first outcome. It is read out as a time, not with every tick. */
export function WaitClock({ wait: { since, triedAt } }: { wait: Wait }) {
  const { timeZone } = useFacts();
  const begun = Date.parse(since);
  if (triedAt)
    return (
      <Badge tone="quiet" size="small" icon="icon-phone-outgoing">
        First try after {durationText(Math.floor((Date.parse(triedAt) - begun) / MINUTE_MS))}
      </Badge>
    );
  if (begun > Date.now())
    return (
      <Badge tone="outline" size="small" icon="icon-clock">
        From {formatInstant(new Date(since), timeZone)}
      </Badge>
    );
  return <Ticking since={new Date(since)} />;
}

function Ticking({ since }: { since: Date }) {
  const facts = useFacts();
  const rules = useLeadRules();
  const now = useNow(matchMedia("(prefers-reduced-motion: reduce)").matches ? CALM_MS : SECOND_MS);
  const minutes = businessMinutes(since, now, rules);
  const isLate = isOverdue(minutes, rules);
  return (
    <Badge
      tone={isLate ? "warn" : "outline"}
      size="small"
      icon={isLate ? "icon-triangle-alert" : "icon-clock"}
      title={waitText(facts, since, minutes)}
    >
      <span>
        {isLate ? "Overdue: waiting" : "Waiting"}{" "}
        <span aria-hidden="true" className="inline-block min-w-[5ch] whitespace-nowrap tabular-nums">
          {clockText(now.getTime() - since.getTime())}
        </span>
        <span className="sr-only">since {formatInstant(since, facts.timeZone)}</span>
      </span>
    </Badge>
  );
}

type ButtonsProps = { leadId: string; of: string; wait: Wait; size?: ButtonSize };

/** "I take it", and the same button gives it back, so that it keeps the focus. */
export function ClaimButtons({ leadId, of, wait: { claim }, size = "compact" }: ButtonsProps) {
  const now = useNow(SECOND_MS);
  const { user } = useSession();
  const take = useMutation(claimLead);
  const release = useMutation(releaseLead);
  const isTaken = claim !== undefined && isHeld(claim, now);
  const isOwn = isTaken && claim.by.email === user?.email;
  const isAsked = isOwn && Date.parse(claim.until) - now.getTime() <= ASK_MINUTES * MINUTE_MS;
  const isBusy = take.isPending || release.isPending;
  const press = () => !isBusy && (isOwn ? release.mutate({ leadId }) : take.mutate({ leadId }));
  return (
    <>
      <span role="status" className="wrap-anywhere text-small empty:-mr-3">
        {claim && <Whose claim={claim} isTaken={isTaken} isOwn={isOwn} isAsked={isAsked} />}
      </span>
      {(!isTaken || isOwn) && (
        <Button
          size={size}
          variant={isOwn ? "quiet" : "brand"}
          className="print:hidden"
          data-action="claim"
          aria-label={`${isOwn ? "Give Back" : "I Take It"}: ${of}`}
          // The second click of a double click would give it back.
          onClick={({ detail }) => detail < 2 && press()}
        >
          <Icon name={isOwn ? "icon-undo-2" : "icon-hand"} className="size-4" />
          {isOwn ? "Give Back" : "I Take It"}
        </Button>
      )}
      {isAsked && (
        <Button
          size={size}
          aria-label={`Still on It: ${of}`}
          onClick={() => !isBusy && take.mutate({ leadId, hold: true })}
        >
          Still on It
        </Button>
      )}
    </>
  );
}

type WhoseProps = { claim: NonNullable<Wait["claim"]>; isTaken: boolean; isOwn: boolean; isAsked: boolean };

function Whose({ claim, isTaken, isOwn, isAsked }: WhoseProps) {
  const { timeZone } = useFacts();
  const until = formatTime(timeOf(wallClock(new Date(claim.until), timeZone).minutes));
  if (isAsked) return `Are you still on it? At ${until} it is open again.`;
  if (isOwn) return `You have it until ${until}.`;
  return `${claim.by.name} ${isTaken ? "has it" : "was on it"} until ${until}.`;
}

/** A press of Call takes the lead, or holds it. */
export function useHoldOnCall(leadId: string, wait: Wait | undefined): () => void {
  const { mutate } = useMutation(claimLead);
  return () => wait && mutate({ leadId, hold: true });
}
