import { Eye, type LucideIcon, NotebookPen } from "lucide-react";
import type { ReactNode } from "react";
import type { Lead } from "#leads/lead.ts";
import type { Channel } from "#permissions/permission.ts";
import { StaffEmail, StaffPhone } from "#permissions/web/contact-panel.tsx";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { type RowAction, RowActions } from "#platform/web/lists/row-actions.tsx";
import { firstContactAction, LeadAge } from "./first-contact-panel.tsx";

export type LeadDialog = "details" | "status" | "notes" | "undo-first-contact";

type ListedLead = Lead & {
  _id: string;
  email: string;
  phone?: string | undefined;
  stopped?: Channel[] | undefined;
};

type Props<Listed extends ListedLead> = {
  /** The accessible name of the table's region. */
  name: string;
  /** The first is the person; the last two are the status and the actions. */
  columns: readonly { heading: string; width: string }[];
  /** Undefined during the first load. */
  leads: readonly Listed[] | undefined;
  isBusy: boolean;
  /** Marks a row or card. */
  classOf?: (lead: Listed) => string;
  nameOf: (lead: Listed) => string;
  nameClass?: string;
  /** In the first cell, below name and e-mail. */
  belowEmail?: (lead: Listed) => ReactNode;
  badgeOf: (lead: Listed) => ReactNode;
  /** Whether the record's status still calls for a first contact. */
  isOpen: (lead: Listed) => boolean;
  StatusIcon: LucideIcon;
  /** The cells between the person and the status. */
  cells: (lead: Listed) => ReactNode;
  /** The same on a narrow screen. */
  card: (lead: Listed) => ReactNode;
  /** In addition to the actions of every lead. */
  moreActions?: (lead: Listed) => RowAction[];
  onOpen: (dialog: LeadDialog, lead: Listed) => void;
  onMark: (lead: Listed) => void;
};

/** The bookings or the messages of an admin page. */
export function LeadTable<Listed extends ListedLead>(props: Props<Listed>) {
  const { name, columns, leads, isBusy, classOf } = props;
  return (
    <RecordList
      name={name}
      columns={columns}
      records={leads}
      isBusy={isBusy}
      expected={10}
      {...(classOf && { classOf })}
      row={(lead) => <Row {...props} lead={lead} />}
      card={(lead) => <Card {...props} lead={lead} />}
    />
  );
}

type RowProps<Listed extends ListedLead> = Props<Listed> & { lead: Listed };

function Row<Listed extends ListedLead>(props: RowProps<Listed>) {
  const { lead, nameOf, nameClass = "", belowEmail, cells } = props;
  return (
    <>
      <th scope="row">
        <span className={`block truncate ${nameClass}`} title={nameOf(lead)}>
          {nameOf(lead)}
        </span>
        <StaffEmail email={lead.email} stopped={lead.stopped} lineClass="block truncate text-muted" />
        {belowEmail?.(lead)}
      </th>
      {cells(lead)}
      <td>
        <Standing {...props} />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </>
  );
}

function Card<Listed extends ListedLead>(props: RowProps<Listed>) {
  const { lead, nameOf, card } = props;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="wrap-anywhere">{nameOf(lead)}</h2>
        <Standing {...props} />
      </div>
      {card(lead)}
      <p>
        {lead.phone && (
          <>
            <StaffPhone phone={lead.phone} stopped={lead.stopped} />
            <br />
          </>
        )}
        <StaffEmail email={lead.email} stopped={lead.stopped} />
      </p>
      <Actions {...props} />
    </>
  );
}

function Standing<Listed extends ListedLead>(props: RowProps<Listed>) {
  const { lead, badgeOf, isOpen } = props;
  return (
    <div className="grid justify-items-start gap-1">
      {badgeOf(lead)}
      <LeadAge lead={lead} isOpen={isOpen(lead)} />
    </div>
  );
}

function Actions<Listed extends ListedLead>(props: RowProps<Listed>) {
  const { lead, nameOf, StatusIcon, moreActions, onOpen, onMark } = props;
  return (
    <RowActions
      of={nameOf(lead)}
      actions={[
        { name: "details", label: "View details", Icon: Eye, onClick: () => onOpen("details", lead) },
        { name: "status", label: "Status", Icon: StatusIcon, onClick: () => onOpen("status", lead) },
        { name: "notes", label: "Notes", Icon: NotebookPen, onClick: () => onOpen("notes", lead) },
        firstContactAction(lead, {
          onMark: () => onMark(lead),
          onUndo: () => onOpen("undo-first-contact", lead),
        }),
        ...(moreActions?.(lead) ?? []),
      ]}
    />
  );
}
