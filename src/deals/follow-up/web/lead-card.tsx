import { useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { STAGES, type Stage } from "#people/leads/lead.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { NextStepLine, Place } from "./lead-parts.tsx";
import { leadOnBoard } from "./queries.ts";

export type CardActions = {
  onOpen: (lead: AdminLead) => void;
  /** Without a stage, a dialog asks for one. */
  onMove: (lead: AdminLead, to?: Stage) => unknown;
};

type Props = CardActions & { lead: AdminLead };

export function LeadCard({ lead, onOpen, onMove }: Props) {
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
      <span className="wrap-anywhere text-muted">
        <Place lead={lead} />
      </span>
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
