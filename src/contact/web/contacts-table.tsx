import { Eye, MessageCircleReply, NotebookPen, Trash2 } from "lucide-react";
import type { AdminContact } from "#contact/admin.ts";
import { SUBJECTS } from "#contact/contact.ts";
import { formatInstant } from "#platform/dates.ts";
import { EmailLink, PhoneLink } from "#platform/web/ui/contact-links.tsx";
import { RecordList } from "#platform/web/ui/record-list.tsx";
import { RowActions } from "#platform/web/ui/row-actions.tsx";
import { timeZone } from "#site";
import { StatusBadge } from "./status-badge.tsx";

export type ContactDialog = "details" | "status" | "notes" | "delete";

type Props = {
  /** Undefined while the first ones are loading. */
  contacts: readonly AdminContact[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: ContactDialog, contact: AdminContact) => void;
};

const COLUMNS = [
  { heading: "Contact", width: "w-[22%]" },
  { heading: "Subject", width: "w-[14%]" },
  { heading: "Message", width: "w-[22%]" },
  { heading: "Date", width: "w-[13%]" },
  { heading: "Status", width: "w-[12%]" },
  { heading: "Actions", width: "w-[17%]" },
];

export function ContactsTable({ contacts, isBusy, onOpen }: Props) {
  return (
    <RecordList
      name="Contact submissions"
      columns={COLUMNS}
      records={contacts}
      isBusy={isBusy}
      expected={10}
      classOf={({ status }) => (status === "New" ? "row-new" : "")}
      row={(contact) => <Row contact={contact} onOpen={onOpen} />}
      card={(contact) => <Card contact={contact} onOpen={onOpen} />}
    />
  );
}

type RowProps = { contact: AdminContact; onOpen: Props["onOpen"] };

function Row({ contact, onOpen }: RowProps) {
  return (
    <>
      <th scope="row">
        <span className="block truncate" title={contact.name}>
          {contact.name}
        </span>
        <span className="block truncate text-muted" title={contact.email}>
          <EmailLink email={contact.email} />
        </span>
        {contact.phone && <PhoneLink phone={contact.phone} />}
      </th>
      <td>
        <span className="block truncate" title={SUBJECTS[contact.subject]}>
          {SUBJECTS[contact.subject]}
        </span>
      </td>
      <td>
        {/* Reached by keyboard, it opens in place; everything stands in the details. */}
        <button type="button" className="clipped" title={contact.message} onClick={() => onOpen("details", contact)}>
          {contact.message}
        </button>
      </td>
      <td>
        <SentAt contact={contact} />
      </td>
      <td>
        <StatusBadge status={contact.status} />
      </td>
      <td>
        <Actions contact={contact} onOpen={onOpen} />
      </td>
    </>
  );
}

function Card({ contact, onOpen }: RowProps) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="break-anywhere">{contact.name}</h2>
        <StatusBadge status={contact.status} />
      </div>
      <p>
        {SUBJECTS[contact.subject]} · <SentAt contact={contact} />
      </p>
      <p className="break-anywhere line-clamp-3 whitespace-pre-wrap">{contact.message}</p>
      <p>
        {contact.phone && (
          <>
            <PhoneLink phone={contact.phone} />
            <br />
          </>
        )}
        <EmailLink email={contact.email} />
      </p>
      <Actions contact={contact} onOpen={onOpen} />
    </>
  );
}

function SentAt({ contact }: { contact: AdminContact }) {
  return <time dateTime={contact.createdAt}>{formatInstant(new Date(contact.createdAt), timeZone)}</time>;
}

function Actions({ contact, onOpen }: RowProps) {
  return (
    <RowActions
      of={contact.name}
      actions={[
        { name: "details", label: "View details", Icon: Eye, onClick: () => onOpen("details", contact) },
        { name: "status", label: "Status", Icon: MessageCircleReply, onClick: () => onOpen("status", contact) },
        { name: "notes", label: "Notes", Icon: NotebookPen, onClick: () => onOpen("notes", contact) },
        { name: "delete", label: "Delete", Icon: Trash2, onClick: () => onOpen("delete", contact) },
      ]}
    />
  );
}
