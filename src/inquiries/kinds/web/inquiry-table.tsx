import { memo, type ReactNode } from "react";
import { InquiryAge } from "#people/leads/web/first-contact-panel.tsx";
import { logAction, TriesBadge } from "#people/leads/web/log-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { type RowAction, RowActions } from "#platform/web/lists/row-actions.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import type { IconName } from "#platform/web/ui/icon.tsx";
import type { ShownInquiry } from "./inquiry-calls.ts";
import type { InquiryDialog, OpenDialog, ShownKind } from "./shown-kind.ts";

export type InquiryColumns<Shown extends ShownInquiry> = {
  name: string;
  /** Name and contact come first, standing and actions last. */
  columns: readonly { heading: string; width: string }[];
  classOf?: (inquiry: Shown) => string;
  nameClass?: string;
  /** The number has no column of its own. */
  isPhoneBelowEmail?: true;
  cells: (inquiry: Shown, onOpen: OpenDialog<Shown>) => ReactNode;
  card: (inquiry: Shown) => ReactNode;
};

type Props<Shown extends ShownInquiry> = {
  kind: ShownKind<Shown>;
  table: InquiryColumns<Shown>;
  /** Undefined during the first load. */
  inquiries: readonly Shown[] | undefined;
  isBusy: boolean;
  canDelete: boolean;
  onOpen: OpenDialog<Shown>;
};

/** Memoised: opening a dialog above a long table would otherwise render it again. */
export const InquiryTable = memo(Table) as typeof Table;

function Table<Shown extends ShownInquiry>(props: Props<Shown>) {
  const { name, columns, classOf } = props.table;
  return (
    <RecordList
      name={name}
      columns={columns}
      records={props.inquiries}
      isBusy={props.isBusy}
      expected={10}
      {...(classOf && { classOf })}
      row={(inquiry) => <Row {...props} inquiry={inquiry} />}
      card={(inquiry) => <Card {...props} inquiry={inquiry} />}
    />
  );
}

type RowProps<Shown extends ShownInquiry> = Props<Shown> & { inquiry: Shown };

function Row<Shown extends ShownInquiry>(props: RowProps<Shown>) {
  const { inquiry, kind, table, onOpen } = props;
  const { nameClass = "", isPhoneBelowEmail, cells } = table;
  return (
    <>
      <th scope="row">
        <span className={`block truncate ${nameClass}`} title={kind.nameOf(inquiry)}>
          {kind.nameOf(inquiry)}
        </span>
        <StaffEmail email={inquiry.email} stopped={inquiry.stopped} lineClass="block truncate text-muted" />
        {isPhoneBelowEmail && <InquiryPhone kind={kind} inquiry={inquiry} onOpen={onOpen} />}
      </th>
      {cells(inquiry, onOpen)}
      <td>
        <Standing {...props} />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </>
  );
}

function Card<Shown extends ShownInquiry>(props: RowProps<Shown>) {
  const { inquiry, kind, table, onOpen } = props;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="wrap-anywhere">{kind.nameOf(inquiry)}</h2>
        <Standing {...props} />
      </div>
      {table.card(inquiry)}
      <p>
        <InquiryPhone kind={kind} inquiry={inquiry} onOpen={onOpen} />
        {inquiry.phone && <br />}
        <StaffEmail email={inquiry.email} stopped={inquiry.stopped} />
      </p>
      <Actions {...props} />
    </>
  );
}

type PhoneProps<Shown extends ShownInquiry> = Pick<RowProps<Shown>, "kind" | "inquiry"> & {
  onOpen?: OpenDialog<Shown>;
};

export function InquiryPhone<Shown extends ShownInquiry>({ kind, inquiry, onOpen }: PhoneProps<Shown>) {
  const { phone, stopped } = inquiry;
  const onCall = onOpen && (() => onOpen("log", inquiry));
  return phone && <StaffPhone phone={phone} stopped={stopped} state={kind.stateOf?.(inquiry)} onCall={onCall} />;
}

function Standing<Shown extends ShownInquiry>({ inquiry, kind }: RowProps<Shown>) {
  return (
    <div className="grid justify-items-start gap-1">
      {kind.badgeOf(inquiry)}
      <InquiryAge inquiry={inquiry} isOpen={kind.isOpen(inquiry)} />
      <TriesBadge tries={inquiry.tries} />
      {inquiry.isLost && (
        <Badge tone="quiet" size="small" icon="icon-circle-x">
          Lost
        </Badge>
      )}
    </div>
  );
}

function Actions<Shown extends ShownInquiry>({ inquiry, kind, canDelete, onOpen }: RowProps<Shown>) {
  const action = (name: InquiryDialog, label: string, icon: IconName): RowAction => ({
    name,
    label,
    icon,
    onClick: () => onOpen(name, inquiry),
  });
  return (
    <RowActions
      of={kind.nameOf(inquiry)}
      actions={[
        action("details", "View details", "icon-eye"),
        action("status", "Status", kind.statusIcon),
        action("notes", "Notes", "icon-notebook-pen"),
        logAction(() => onOpen("log", inquiry)),
        ...(canDelete ? [action("delete", "Delete", "icon-trash-2")] : []),
      ]}
    />
  );
}
