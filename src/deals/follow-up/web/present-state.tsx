import type { AdminLead } from "#deals/follow-up/admin.ts";
import { formatDue, type NextStep } from "#people/leads/next-step.ts";
import { conflictIn } from "#platform/web/conflict.ts";

/** After a conflict, returns the lead as another admin has saved it. */
export function presentLead(error: Error | null): AdminLead | undefined {
  return conflictIn<AdminLead>(error, "lead");
}

export function presentStep(error: Error | null): NextStep | undefined {
  return conflictIn<NextStep>(error, "step");
}

export function PresentStep({ step: { what, ended, ...due } }: { step: NextStep }) {
  return (
    <p className="wrap-anywhere">
      {ended ? `${ended.by} has ended it.` : `It is now: ${what}, until ${formatDue(due, "short")}.`}
    </p>
  );
}
