import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type AdminLead, AMOUNT_LABELS } from "#deals/follow-up/admin.ts";
import { isEnded } from "#people/leads/lead.ts";
import { LogPanel } from "#people/leads/web/log-list-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon, type IconName } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { AmountsDialog } from "./amounts-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { houseDetails, NextStepLine, StageBadge } from "./lead-parts.tsx";
import { PeopleSection } from "./people-section.tsx";
import { useLead, wakeLead } from "./queries.ts";
import { SleepDialog } from "./sleep-dialog.tsx";
import { StageDialog } from "./stage-dialog.tsx";
import { AddStepDialog, ChangeStepDialog } from "./step-dialog.tsx";

type Props = {
  id: string;
  /** What the page shows beside the panel, such as the next meeting. */
  first?: ReactNode;
  offers?: ReactNode;
};

export function LeadPanel({ id, ...parts }: Props) {
  const query = useLead(id);
  return (
    <>
      <LoadState query={query} what="lead" fallback="Failed to load the lead" />
      {query.data && <Loaded lead={query.data} {...parts} />}
    </>
  );
}

type Open = "stage" | "amounts" | "change" | "add" | "sleep" | "edit";

function Loaded({ lead, first, offers }: { lead: AdminLead } & Omit<Props, "id">) {
  const [open, setOpen] = useState<Open>();
  const may = useMay();
  const { nextStep } = lead;
  const close = () => setOpen(undefined);
  return (
    <div className={offers ? "grid items-start gap-6 lg:grid-cols-2" : "grid gap-4"}>
      <div className="details">
        {first}
        <DetailSection title="Next step">
          <NextStep lead={lead} onOpen={setOpen} />
        </DetailSection>
        {offers && <DetailSection title="Offers">{offers}</DetailSection>}
        <DetailSection title="Log">
          <LogPanel leadId={lead._id} of={lead.person.name} />
        </DetailSection>
      </div>
      <div className="details">
        <DetailSection title="Stage">
          <p className="flex flex-wrap items-center gap-3">
            <StageBadge lead={lead} />
            <OpenButton icon="icon-arrow-right-left" onClick={() => setOpen("stage")}>
              Move
            </OpenButton>
          </p>
        </DetailSection>
        <DetailSection title="House">
          <DetailList details={houseDetails(lead)} />
          <OpenButton icon="icon-pencil-line" onClick={() => setOpen("edit")}>
            Edit
          </OpenButton>
        </DetailSection>
        <DetailSection title="People">
          <PeopleSection lead={lead} />
        </DetailSection>
        {may("sell") && (
          <DetailSection title="Amounts">
            <DetailList details={amountDetails(lead)} />
            <OpenButton icon="icon-circle-dollar-sign" onClick={() => setOpen("amounts")}>
              Change Amounts
            </OpenButton>
          </DetailSection>
        )}
      </div>
      {open === "edit" && <EditDialog lead={lead} onClose={close} />}
      {open === "stage" && <StageDialog lead={lead} onClose={close} />}
      {open === "amounts" && <AmountsDialog lead={lead} onClose={close} />}
      {open === "add" && <AddStepDialog lead={lead} onClose={close} />}
      {open === "sleep" && <SleepDialog lead={lead} onClose={close} />}
      {open === "change" && nextStep && <ChangeStepDialog lead={lead} step={nextStep} onClose={close} />}
    </div>
  );
}

function NextStep({ lead, onOpen }: { lead: AdminLead; onOpen: (dialog: Open) => void }) {
  const { nextStep, isOpen, asleep, stage } = lead;
  const hasEnded = isEnded(stage);
  const wake = useMutation(wakeLead);
  const wakeUp = () => !wake.isPending && wake.mutate({ id: lead._id });
  return (
    <div className="grid gap-2">
      {isOpen || nextStep ? (
        <p className="grid justify-items-start gap-1">
          <NextStepLine lead={lead} />
        </p>
      ) : (
        <p className="text-muted">
          {hasEnded ? "It has ended, and needs none." : "From before the site had next steps."}
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        {nextStep && (
          <OpenButton icon="icon-pencil-line" onClick={() => onOpen("change")}>
            Change
          </OpenButton>
        )}
        {!nextStep && !hasEnded && (
          <OpenButton icon="icon-plus" onClick={() => onOpen("add")}>
            Add Next Step
          </OpenButton>
        )}
        {/* One button, so that it keeps the focus. */}
        {(asleep || (isOpen && stage !== "Under contract")) && (
          <OpenButton icon={asleep ? "icon-sun" : "icon-moon"} onClick={asleep ? wakeUp : () => onOpen("sleep")}>
            {asleep ? "Wake" : "Sleep"}
          </OpenButton>
        )}
      </p>
    </div>
  );
}

function OpenButton({ icon, onClick, children }: { icon: IconName; onClick: () => void; children: string }) {
  return (
    <Button variant="outline" size="compact" onClick={onClick}>
      <Icon name={icon} />
      {children}
    </Button>
  );
}

function amountDetails(lead: AdminLead): ([string, string | false | undefined] | false)[] {
  const { offerCents, acceptedCents, contractCents, contractDay, closingCents, closingDay } = lead;
  const day = (text: string | undefined) => text && formatDay(text, "short");
  const cents = (amount: number | undefined) => amount !== undefined && formatCents(amount);
  return [
    offerCents !== undefined && ["Latest offer", cents(offerCents)],
    acceptedCents !== undefined && ["Seller said yes to", cents(acceptedCents)],
    contractCents !== undefined && [AMOUNT_LABELS.contractCents, cents(contractCents)],
    contractDay !== undefined && [AMOUNT_LABELS.contractDay, day(contractDay)],
    closingCents !== undefined && [AMOUNT_LABELS.closingCents, cents(closingCents)],
    closingDay !== undefined && [AMOUNT_LABELS.closingDay, day(closingDay)],
  ];
}
