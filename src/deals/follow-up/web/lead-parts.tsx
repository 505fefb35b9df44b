import { useFacts } from "#company/facts/web/use-facts.ts";
import { type AdminLead, HOUSE_LABELS, HOUSE_NAMES } from "#deals/follow-up/admin.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { UNPROVED } from "#people/leads/call.ts";
import { LOST_REASONS, type Stage, shownPlace } from "#people/leads/lead.ts";
import { formatDue, isStepOverdue, type NextStep } from "#people/leads/next-step.ts";
import { formatDay, formatTime, wallClock } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { useNow } from "#platform/web/hooks/use-now.ts";
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

/** What nobody has proved of a lead that a program brought. */
export function UnprovedMark({ lead: { unproved } }: { lead: Pick<AdminLead, "unproved"> }) {
  if (!unproved) return null;
  return (
    <Badge tone="warn" size="small" icon="icon-circle-help">
      {unproved.map((what) => UNPROVED[what]).join(". ")}
    </Badge>
  );
}

/** Renders nothing for a lead that is not open and has no next step. */
export function NextStepLine({ lead }: { lead: AdminLead }) {
  const { nextStep, isOpen, asleep } = lead;
  if (asleep)
    return (
      <Badge tone="quiet" size="small" icon="icon-moon">
        {asleep.until ? `Asleep until ${formatDay(asleep.until, "brief")}` : "Asleep"}
      </Badge>
    );
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
        <DueBadge step={nextStep} />
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

function DueBadge({ step }: { step: NextStep }) {
  const { timeZone } = useFacts();
  const now = wallClock(useNow(), timeZone);
  const isToday = step.dueDay === now.day;
  const time = step.dueTime && formatTime(step.dueTime);
  if (isStepOverdue(step, now))
    return (
      <Badge tone="danger" size="small" icon="icon-triangle-alert">
        Overdue since {isToday ? time : formatDue(step, "brief")}
      </Badge>
    );
  if (isToday)
    return (
      <Badge tone="info" size="small" icon="icon-circle-check">
        Today{time && `, ${time}`}
      </Badge>
    );
  return (
    <Badge tone="outline" size="small" icon="icon-calendar-clock">
      {formatDue(step, "weekday")}
    </Badge>
  );
}

/** What is known about the house, in words. */
export function houseDetails(lead: AdminLead): ([string, string] | false)[] {
  return HOUSE_NAMES.map((name) => {
    const value = lead[name];
    if (value === undefined) return false;
    const text = typeof value === "number" ? formatCents(value) : value;
    return [HOUSE_LABELS[name], name === "situation" ? situationText(text) : text];
  });
}

function situationText(situation: string): string {
  return SITUATIONS[situation as keyof typeof SITUATIONS] ?? situation;
}
