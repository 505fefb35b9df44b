import { Eye, MessageCircleReply, NotebookPen, Trash2 } from "lucide-react";
import { memo } from "react";
import type { AdminContactMessage } from "#contact/admin.ts";
import { SUBJECTS, UNRESOLVED_STATUSES } from "#contact/contact.ts";
import { firstContactAction, LeadAge } from "#leads/web/first-contact-panel.tsx";
import { formatInstant } from "#platform/dates.ts";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { RowActions } from "#platform/web/lists/row-actions.tsx";
import { EmailLink, PhoneLink } from "#shell/web/parts/contact-links.tsx";
import { timeZone } from "#site";
import { useMarkFirstContact } from "./queries.ts";
import { StatusBadge } from "./status-badge.tsx";

export type ContactDialog = "details" | "status" | "notes" | "delete" | "undo-first-contact";

type Props = {
  /** Undefined while the first ones are loading. */
  contacts: readonly AdminContactMessage[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: ContactDialog, contact: AdminContactMessage) => void;
};

const COLUMNS = [
  { heading: "Contact", width: "w-[20%]" },
  { heading: "Subject", width: "w-[12%]" },
  { heading: "Message", width: "w-[19%]" },
  { heading: "Date", width: "w-[13%]" },
  { heading: "Status", width: "w-[16%]" },
  { heading: "Actions", width: "w-[20%]" },
];

/** Drawn anew only where its messages change: a dialog that opens above it has enough to draw. */
export const ContactsTable = memo(function ContactsTable({ contacts, isBusy, onOpen }: Props) {
  const { mutate } = useMarkFirstContact();
  const does = {
    onOpen,
    onMark: ({ _id: id, version }: AdminContactMessage) => mutate({ id, contacted: true, version }),
  };
  return (
    <RecordList
      name="Contact submissions"
      columns={COLUMNS}
      records={contacts}
      isBusy={isBusy}
      expected={10}
      classOf={({ status }) => (status === "New" ? "row-new" : "")}
      row={(contact) => <Row {...does} contact={contact} />}
      card={(contact) => <Card {...does} contact={contact} />}
    />
  );
});

type RowProps = {
  contact: AdminContactMessage;
  onOpen: Props["onOpen"];
  onMark: (contact: AdminContactMessage) => void;
};

function Row(props: RowProps) {
  const { contact } = props;
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
        <button
          type="button"
          className="wrap-anywhere line-clamp-2 w-full text-left underline-offset-3 hover:underline focus-visible:line-clamp-none focus-visible:whitespace-pre-wrap"
          title={contact.message}
          onClick={() => props.onOpen("details", contact)}
        >
          {contact.message}
        </button>
      </td>
      <td>
        <SentAt contact={contact} />
      </td>
      <td>
        <Standing contact={contact} />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </>
  );
}

function Card(props: RowProps) {
  const { contact } = props;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="wrap-anywhere">{contact.name}</h2>
        <Standing contact={contact} />
      </div>
      <p>
        {SUBJECTS[contact.subject]} · <SentAt contact={contact} />
      </p>
      <p className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">{contact.message}</p>
      <p>
        {contact.phone && (
          <>
            <PhoneLink phone={contact.phone} />
            <br />
          </>
        )}
        <EmailLink email={contact.email} />
      </p>
      <Actions {...props} />
    </>
  );
}

function SentAt({ contact }: { contact: AdminContactMessage }) {
  return <time dateTime={contact.createdAt}>{formatInstant(new Date(contact.createdAt), timeZone)}</time>;
}

/** Its status, and how long its sender waits or had to wait. */
function Standing({ contact }: { contact: AdminContactMessage }) {
  return (
    <div className="grid justify-items-start gap-1">
      <StatusBadge status={contact.status} />
      <LeadAge lead={contact} isOpen={UNRESOLVED_STATUSES.some((status) => status === contact.status)} />
    </div>
  );
}

function Actions({ contact, onOpen, onMark }: RowProps) {
  return (
    <RowActions
      of={contact.name}
      actions={[
        { name: "details", label: "View details", Icon: Eye, onClick: () => onOpen("details", contact) },
        { name: "status", label: "Status", Icon: MessageCircleReply, onClick: () => onOpen("status", contact) },
        { name: "notes", label: "Notes", Icon: NotebookPen, onClick: () => onOpen("notes", contact) },
        firstContactAction(contact, {
          onMark: () => onMark(contact),
          onUndo: () => onOpen("undo-first-contact", contact),
        }),
        { name: "delete", label: "Delete", Icon: Trash2, onClick: () => onOpen("delete", contact) },
      ]}
    />
  );
}
