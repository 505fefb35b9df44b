import { useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { SELLER_ANSWERS, STAGES, type Stage, shownPlace, sumOf } from "#people/leads/lead.ts";
import { StopMarks } from "#people/permissions/web/contact-panel.tsx";
import { daysBetween, wallClock } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { NextStepLine, UnprovedMark } from "./lead-parts.tsx";
import { leadOnBoard } from "./queries.ts";

export type CardActions = {
  onOpen: (lead: AdminLead) => void;
  /** Without a stage, a dialog asks for one. */
  onMove: (lead: AdminLead, to?: Stage) => unknown;
};

type Props = CardActions & { lead: AdminLead; today: string };

export function LeadCard({ lead, today, onOpen, onMove }: Props) {
  const client = useQueryClient();
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // A quick second key press comes before the card is rendered in its new column.
    const to = way && STAGES[STAGES.indexOf(leadOnBoard(client, lead).stage) + way];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(lead, to);
  };
  return (
    <>
      <button
        type="button"
        data-action="open"
        className="link wrap-anywhere text-left font-semibold"
        onClick={() => onOpen(lead)}
      >
        {lead.person.name}
      </button>
      <StopMarks stopped={lead.person.stopped ?? []} asked={lead.person.asked} />
      <UnprovedMark lead={lead} />
      <span className="wrap-anywhere text-muted">
        {shownPlace({ street: lead.property.street, city: lead.property.city })}
      </span>
      <Standing lead={lead} today={today} />
      <NextStepLine lead={lead} />
      <Button
        variant="quiet"
        size="compact"
        className="-ml-3"
        data-action="move"
        aria-label={`Move: ${lead.person.name}`}
        aria-keyshortcuts="ArrowLeft ArrowRight"
        title="The left and right arrow keys move it to the stage beside"
        onClick={() => onMove(lead)}
        onKeyDown={onKeyDown}
      >
        <Icon name="icon-arrow-right-left" className="size-4" />
        Move
      </Button>
    </>
  );
}

/** "$141,455, for 3 days", and what the seller said to the offer. */
export function Standing({ lead, today }: { lead: AdminLead; today: string }) {
  const { timeZone } = useFacts();
  const { stageAt, sellerAnswer } = lead;
  const cents = sumOf(lead);
  const days = stageAt && daysBetween(wallClock(new Date(stageAt), timeZone).day, today);
  const known = [
    cents !== undefined && formatCents(cents),
    days !== undefined && (days === 0 ? "since today" : `for ${days === 1 ? "1 day" : `${days} days`}`),
  ].filter(Boolean);
  return (
    <>
      {known.length > 0 && (
        <span className="tabular-nums" title="The sum, and how long it is in its stage">
          {known.join(", ")}
        </span>
      )}
      {sellerAnswer && (
        <Badge tone="brand" size="small" icon="icon-hand-coins">
          Answered: {SELLER_ANSWERS[sellerAnswer]}
        </Badge>
      )}
    </>
  );
}
