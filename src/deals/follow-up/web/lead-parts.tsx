import type { AdminLead } from "#deals/follow-up/admin.ts";
import { LOST_REASONS, type Stage, shownPlace } from "#people/leads/lead.ts";
import { formatDay } from "#platform/dates.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<Stage, BadgeLook> = {
  New: { tone: "outline", icon: "icon-circle-dot" },
  Contacted: { tone: "info", icon: "icon-phone-outgoing" },
  "Meeting set": { tone: "info", icon: "icon-calendar-clock" },
  Met: { tone: "info", icon: "icon-calendar-check" },
  "Offer made": { tone: "brand", icon: "icon-hand-coins" },
  "Under contract": { tone: "brand", icon: "icon-file-signature" },
  Closed: { tone: "ok", icon: "icon-key-round" },
  Lost: { tone: "quiet", icon: "icon-circle-x" },
};

export function StageBadge({ lead: { stage, lostReason } }: { lead: Pick<AdminLead, "stage" | "lostReason"> }) {
  return (
    <Badge {...LOOKS[stage]} {...(lostReason && { size: "small" as const })}>
      {stage}
      {lostReason && `: ${LOST_REASONS[lostReason]}`}
    </Badge>
  );
}

/** "1422 Elm Street, Springfield, IL 62704". */
export function Place({ lead: { property } }: { lead: AdminLead }) {
  return <>{shownPlace(property)}</>;
}

/** Renders nothing for a lead that is not open and has no next step. */
export function NextStepLine({ lead, today }: { lead: AdminLead; today: string }) {
  const { nextStep, isOpen } = lead;
  if (!nextStep)
    return isOpen ? (
      <Badge tone="warn" size="small" icon="icon-circle-help">
        No next step
      </Badge>
    ) : null;
  const { assignee } = nextStep;
  return (
    <>
      <span className="wrap-anywhere">{nextStep.what}</span>
      <span className="flex flex-wrap items-center gap-x-2">
        <DueBadge day={nextStep.dueDay} today={today} />
        {assignee && (
          <span className="wrap-anywhere text-muted">
            {assignee.email ?? "An account that is gone"}
            {assignee.email && !assignee.isActive && " (closed)"}
          </span>
        )}
      </span>
    </>
  );
}

function DueBadge({ day, today }: { day: string; today: string }) {
  if (day < today)
    return (
      <Badge tone="danger" size="small" icon="icon-triangle-alert">
        Overdue since {formatDay(day, "brief")}
      </Badge>
    );
  if (day === today)
    return (
      <Badge tone="info" size="small" icon="icon-circle-check">
        Today
      </Badge>
    );
  return (
    <Badge tone="outline" size="small" icon="icon-calendar-clock">
      {formatDay(day, "weekday")}
    </Badge>
  );
}
