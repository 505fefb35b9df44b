import type { AdminLead, LeadPreview } from "#deals/follow-up/admin.ts";
import { LogButton } from "#people/leads/web/log-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { NextStepLine, Place, StageBadge } from "./lead-parts.tsx";

type Props = {
  leads: LeadPreview["leads"];
  today: string;
  onOpen: (lead: AdminLead) => void;
  onLog: (lead: AdminLead) => void;
};

export function DayList({ leads, today, onOpen, onLog }: Props) {
  return (
    <ul className="panel-list">
      {leads.map((lead) => (
        <li key={lead._id} data-record={lead._id} className="flex flex-wrap items-start gap-x-6 gap-y-2">
          <div className="grid min-w-0 grow basis-72 justify-items-start gap-1">
            <p className="flex flex-wrap items-center gap-x-3">
              <button
                type="button"
                data-action="open"
                className="link wrap-anywhere text-left font-semibold"
                onClick={() => onOpen(lead)}
              >
                {lead.person.name}
              </button>
              <StageBadge lead={lead} />
            </p>
            <p className="wrap-anywhere text-muted">
              <Place lead={lead} />
            </p>
            <NextStepLine lead={lead} today={today} />
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <ContactDetails lead={lead} />
            <LogButton of={lead.person.name} onClick={() => onLog(lead)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function ContactDetails({ lead: { person } }: { lead: AdminLead }) {
  if (person.phone)
    return (
      <span>
        <StaffPhone phone={person.phone} stopped={person.stopped} />
      </span>
    );
  return person.email ? (
    <span className="wrap-anywhere">
      <StaffEmail email={person.email} stopped={person.stopped} />
    </span>
  ) : null;
}
