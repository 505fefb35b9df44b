import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { logAction } from "#people/leads/web/log-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { formatDay, wallClock } from "#platform/dates.ts";
import { useNow } from "#platform/web/hooks/use-now.ts";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { RowActions } from "#platform/web/lists/row-actions.tsx";
import { Standing } from "./lead-card.tsx";
import { NextStepLine, Place, StageBadge, UnprovedMark } from "./lead-parts.tsx";

type Props = {
  /** Undefined during the first load. */
  leads: readonly AdminLead[] | undefined;
  isBusy: boolean;
  order: string;
  onOpen: (lead: AdminLead) => void;
  onMove: (lead: AdminLead) => void;
  onLog: (lead: AdminLead) => void;
};

const COLUMNS = [
  { heading: "Person", width: "w-[21%]" },
  { heading: "Property", width: "w-[20%]" },
  { heading: "Stage", width: "w-[14%]" },
  { heading: "Next step", width: "w-[19%]" },
  { heading: "Came", width: "w-[12%]" },
  { heading: "Actions", width: "w-[14%]" },
];

export function LeadsTable({ leads, isBusy, order, onOpen, onMove, onLog }: Props) {
  const { timeZone } = useFacts();
  const { day: today } = wallClock(useNow(), timeZone);
  const actions = (lead: AdminLead) => (
    <RowActions
      of={lead.person.name}
      actions={[
        { name: "details", label: "View details", icon: "icon-eye", onClick: () => onOpen(lead) },
        { name: "move", label: "Move", icon: "icon-arrow-right-left", onClick: () => onMove(lead) },
        logAction(() => onLog(lead)),
      ]}
    />
  );
  return (
    <RecordList
      name="Leads"
      order={order}
      columns={COLUMNS}
      records={leads}
      isBusy={isBusy}
      expected={10}
      row={(lead) => (
        <>
          <th scope="row">
            <span className="block truncate font-semibold" title={lead.person.name}>
              {lead.person.name}
            </span>
            {lead.person.phone ? (
              <StaffPhone
                phone={lead.person.phone}
                stopped={lead.person.stopped}
                isShut={lead.person.isShut}
                asked={lead.person.asked}
                state={lead.property.state}
                onCall={() => onLog(lead)}
              />
            ) : (
              lead.person.email && (
                <StaffEmail
                  email={lead.person.email}
                  stopped={lead.person.stopped}
                  isShut={lead.person.isShut}
                  lineClass="block truncate text-muted"
                />
              )
            )}
          </th>
          <td className="wrap-anywhere">
            <Place lead={lead} />
          </td>
          <td>
            <div className="grid justify-items-start gap-1">
              <StageBadge lead={lead} />
              <UnprovedMark lead={lead} />
              <Standing lead={lead} today={today} />
            </div>
          </td>
          <td>
            <div className="grid justify-items-start">
              <NextStepLine lead={lead} />
            </div>
          </td>
          <td>
            <CreatedDay lead={lead} />
          </td>
          <td>{actions(lead)}</td>
        </>
      )}
      card={(lead) => (
        <>
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h2 className="wrap-anywhere">{lead.person.name}</h2>
            <StageBadge lead={lead} />
          </div>
          <p className="wrap-anywhere">
            <Place lead={lead} /> · <CreatedDay lead={lead} />
          </p>
          <p className="flex flex-wrap gap-x-3">
            <UnprovedMark lead={lead} />
            <Standing lead={lead} today={today} />
          </p>
          <p className="grid justify-items-start">
            <NextStepLine lead={lead} />
          </p>
          <p>
            {lead.person.phone && (
              <StaffPhone
                phone={lead.person.phone}
                stopped={lead.person.stopped}
                isShut={lead.person.isShut}
                asked={lead.person.asked}
                state={lead.property.state}
                onCall={() => onLog(lead)}
              />
            )}
          </p>
          {actions(lead)}
        </>
      )}
    />
  );
}

function CreatedDay({ lead: { createdAt } }: { lead: AdminLead }) {
  const { timeZone } = useFacts();
  return <time dateTime={createdAt}>{formatDay(wallClock(new Date(createdAt), timeZone).day, "short")}</time>;
}
