import type { ReactNode } from "react";
import type { Inquiry } from "#people/leads/inquiry.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { type RowAction, RowActions } from "#platform/web/lists/row-actions.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import type { IconName } from "#platform/web/ui/icon.tsx";
import { InquiryAge } from "./first-contact-panel.tsx";
import { logAction, TriesBadge } from "./log-panel.tsx";

export type InquiryDialog = "details" | "status" | "notes" | "log";

type ListedInquiry = Inquiry & {
  _id: string;
  email: string;
  phone?: string | undefined;
  stopped?: Channel[] | undefined;
  tries?: number | undefined;
  isLost?: true | undefined;
};

type Props<Listed extends ListedInquiry> = {
  name: string;
  columns: readonly { heading: string; width: string }[];
  inquiries: readonly Listed[] | undefined;
  isBusy: boolean;
  classOf?: (inquiry: Listed) => string;
  nameOf: (inquiry: Listed) => string;
  nameClass?: string;
  belowEmail?: (inquiry: Listed) => ReactNode;
  badgeOf: (inquiry: Listed) => ReactNode;
  isOpen: (inquiry: Listed) => boolean;
  statusIcon: IconName;
  cells: (inquiry: Listed) => ReactNode;
  card: (inquiry: Listed) => ReactNode;
  /** Of the house: it decides when people may be called. */
  stateOf?: (inquiry: Listed) => string | undefined;
  moreActions?: (inquiry: Listed) => RowAction[];
  onOpen: (dialog: InquiryDialog, inquiry: Listed) => void;
};

export function InquiryTable<Listed extends ListedInquiry>(props: Props<Listed>) {
  const { name, columns, inquiries, isBusy, classOf } = props;
  return (
    <RecordList
      name={name}
      columns={columns}
      records={inquiries}
      isBusy={isBusy}
      expected={10}
      {...(classOf && { classOf })}
      row={(inquiry) => <Row {...props} inquiry={inquiry} />}
      card={(inquiry) => <Card {...props} inquiry={inquiry} />}
    />
  );
}

type RowProps<Listed extends ListedInquiry> = Props<Listed> & { inquiry: Listed };

function Row<Listed extends ListedInquiry>(props: RowProps<Listed>) {
  const { inquiry, nameOf, nameClass = "", belowEmail, cells } = props;
  return (
    <>
      <th scope="row">
        <span className={`block truncate ${nameClass}`} title={nameOf(inquiry)}>
          {nameOf(inquiry)}
        </span>
        <StaffEmail email={inquiry.email} stopped={inquiry.stopped} lineClass="block truncate text-muted" />
        {belowEmail?.(inquiry)}
      </th>
      {cells(inquiry)}
      <td>
        <Standing {...props} />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </>
  );
}

function Card<Listed extends ListedInquiry>(props: RowProps<Listed>) {
  const { inquiry, nameOf, card } = props;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="wrap-anywhere">{nameOf(inquiry)}</h2>
        <Standing {...props} />
      </div>
      {card(inquiry)}
      <p>
        {inquiry.phone && (
          <>
            <StaffPhone
              phone={inquiry.phone}
              stopped={inquiry.stopped}
              state={props.stateOf?.(inquiry)}
              onCall={() => props.onOpen("log", inquiry)}
            />
            <br />
          </>
        )}
        <StaffEmail email={inquiry.email} stopped={inquiry.stopped} />
      </p>
      <Actions {...props} />
    </>
  );
}

function Standing<Listed extends ListedInquiry>(props: RowProps<Listed>) {
  const { inquiry, badgeOf, isOpen } = props;
  return (
    <div className="grid justify-items-start gap-1">
      {badgeOf(inquiry)}
      <InquiryAge inquiry={inquiry} isOpen={isOpen(inquiry)} />
      <TriesBadge tries={inquiry.tries} />
      {inquiry.isLost && (
        <Badge tone="quiet" size="small" icon="icon-circle-x">
          Lost
        </Badge>
      )}
    </div>
  );
}

function Actions<Listed extends ListedInquiry>(props: RowProps<Listed>) {
  const { inquiry, nameOf, statusIcon, moreActions, onOpen } = props;
  return (
    <RowActions
      of={nameOf(inquiry)}
      actions={[
        { name: "details", label: "View details", icon: "icon-eye", onClick: () => onOpen("details", inquiry) },
        { name: "status", label: "Status", icon: statusIcon, onClick: () => onOpen("status", inquiry) },
        { name: "notes", label: "Notes", icon: "icon-notebook-pen", onClick: () => onOpen("notes", inquiry) },
        logAction(() => onOpen("log", inquiry)),
        ...(moreActions?.(inquiry) ?? []),
      ]}
    />
  );
}
