import { useState } from "react";
import { type AdminLead, AMOUNT_LABELS } from "#deals/follow-up/admin.ts";
import { isEnded } from "#people/leads/lead.ts";
import { LogPanel } from "#people/leads/web/log-list-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { AmountsDialog } from "./amounts-dialog.tsx";
import { NextStepLine, StageBadge } from "./lead-parts.tsx";
import { useLead } from "./queries.ts";
import { SleepDialog, WakeButton } from "./sleep-dialog.tsx";
import { StageDialog } from "./stage-dialog.tsx";
import { AddStepDialog, ChangeStepDialog } from "./step-dialog.tsx";

export function LeadPanel({ id }: { id: string }) {
  const query = useLead(id);
  return (
    <>
      <LoadState query={query} what="lead" fallback="Failed to load the lead" />
      {query.data && <Loaded lead={query.data} />}
    </>
  );
}

type Open = "stage" | "amounts" | "change" | "add" | "sleep";

function Loaded({ lead }: { lead: AdminLead }) {
  const [open, setOpen] = useState<Open>();
  const { nextStep } = lead;
  const close = () => setOpen(undefined);
  const day = (text: string | undefined) => text && formatDay(text, "short");
  const cents = (amount: number | undefined) => amount !== undefined && formatCents(amount);
  return (
    <div className="details">
      <DetailSection title="Stage">
        <p className="flex flex-wrap items-center gap-3">
          <StageBadge lead={lead} />
          <Button variant="outline" size="compact" onClick={() => setOpen("stage")}>
            <Icon name="icon-arrow-right-left" />
            Move
          </Button>
        </p>
      </DetailSection>
      <DetailSection title="Next step">
        <div className="grid gap-2">
          {!lead.isOpen && !nextStep && (
            <p className="text-muted">
              {isEnded(lead.stage) ? "It has ended, and needs none." : "From before the site had next steps."}
            </p>
          )}
          {(lead.isOpen || nextStep) && (
            <p className="grid justify-items-start gap-1">
              <NextStepLine lead={lead} />
            </p>
          )}
          <p className="flex flex-wrap gap-3">
            {nextStep && (
              <Button variant="outline" size="compact" onClick={() => setOpen("change")}>
                <Icon name="icon-pencil-line" />
                Change
              </Button>
            )}
            {!nextStep && !isEnded(lead.stage) && (
              <Button variant="outline" size="compact" onClick={() => setOpen("add")}>
                <Icon name="icon-plus" />
                Add Next Step
              </Button>
            )}
            {lead.isOpen && !lead.asleep && (
              <Button variant="outline" size="compact" onClick={() => setOpen("sleep")}>
                <Icon name="icon-moon" />
                Sleep
              </Button>
            )}
            {lead.asleep && <WakeButton lead={lead} />}
          </p>
        </div>
      </DetailSection>
      <DetailSection title="Log">
        <LogPanel leadId={lead._id} of={lead.person.name} />
      </DetailSection>
      <DetailSection title="Amounts">
        <DetailList
          details={[
            lead.offerCents !== undefined && ["Latest offer", cents(lead.offerCents)],
            lead.acceptedCents !== undefined && ["Seller said yes to", cents(lead.acceptedCents)],
            lead.contractCents !== undefined && [AMOUNT_LABELS.contractCents, cents(lead.contractCents)],
            lead.contractDay !== undefined && [AMOUNT_LABELS.contractDay, day(lead.contractDay)],
            lead.closingCents !== undefined && [AMOUNT_LABELS.closingCents, cents(lead.closingCents)],
            lead.closingDay !== undefined && [AMOUNT_LABELS.closingDay, day(lead.closingDay)],
          ]}
        />
        <Button variant="outline" size="compact" className="mt-2" onClick={() => setOpen("amounts")}>
          <Icon name="icon-circle-dollar-sign" />
          Change Amounts
        </Button>
      </DetailSection>
      {open === "stage" && <StageDialog lead={lead} onClose={close} />}
      {open === "amounts" && <AmountsDialog lead={lead} onClose={close} />}
      {open === "add" && <AddStepDialog lead={lead} onClose={close} />}
      {open === "sleep" && <SleepDialog lead={lead} onClose={close} />}
      {open === "change" && nextStep && <ChangeStepDialog lead={lead} step={nextStep} onClose={close} />}
    </div>
  );
}
