import { memo } from "react";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { isUnresolved } from "#inquiries/contact/contact.ts";
import { type InquiryDialog, InquiryTable } from "#people/leads/web/inquiry-table-panel.tsx";
import { StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { StatusBadge } from "./status-badge.tsx";

export type ContactDialog = InquiryDialog | "delete";

type Props = {
  /** Undefined during the first load. */
  contacts: readonly AdminContactMessage[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: ContactDialog, contact: AdminContactMessage) => void;
};

const COLUMNS = [
  { heading: "Contact", width: "w-[19%]" },
  { heading: "Subject", width: "w-[12%]" },
  { heading: "Message", width: "w-[18%]" },
  { heading: "Date", width: "w-[12%]" },
  { heading: "Status", width: "w-[16%]" },
  { heading: "Actions", width: "w-[23%]" },
];

/** Memoised: opening a dialog above a long table would otherwise render it again. */
export const ContactsTable = memo(function ContactsTable({ contacts, isBusy, onOpen }: Props) {
  return (
    <InquiryTable
      name="Contact submissions"
      columns={COLUMNS}
      inquiries={contacts}
      isBusy={isBusy}
      classOf={({ status }) => (status === "New" ? "row-new" : "")}
      nameOf={({ name }) => name}
      belowEmail={(contact) =>
        contact.phone && (
          <StaffPhone phone={contact.phone} stopped={contact.stopped} onCall={() => onOpen("log", contact)} />
        )
      }
      badgeOf={({ status }) => <StatusBadge status={status} />}
      isOpen={isUnresolved}
      statusIcon="icon-message-circle-reply"
      cells={(contact) => <Cells contact={contact} onRead={() => onOpen("details", contact)} />}
      card={(contact) => <CardFacts contact={contact} />}
      moreActions={(contact) => [
        { name: "delete", label: "Delete", icon: "icon-trash-2", onClick: () => onOpen("delete", contact) },
      ]}
      onOpen={onOpen}
    />
  );
});

function Cells({ contact, onRead }: { contact: AdminContactMessage; onRead: () => void }) {
  return (
    <>
      <td>
        <span className="block truncate" title={SUBJECTS[contact.subject]}>
          {SUBJECTS[contact.subject]}
        </span>
      </td>
      <td>
        {/* Keyboard focus expands it in place; the details contain all of it. */}
        <button
          type="button"
          className="wrap-anywhere line-clamp-2 w-full text-left underline-offset-3 hover:underline focus-visible:line-clamp-none focus-visible:whitespace-pre-wrap"
          title={contact.message}
          onClick={onRead}
        >
          {contact.message}
        </button>
      </td>
      <td>
        <SentAt contact={contact} />
      </td>
    </>
  );
}

function CardFacts({ contact }: { contact: AdminContactMessage }) {
  return (
    <>
      <p>
        {SUBJECTS[contact.subject]} · <SentAt contact={contact} />
      </p>
      <p className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">{contact.message}</p>
    </>
  );
}

function SentAt({ contact }: { contact: AdminContactMessage }) {
  return <Instant at={contact.createdAt} />;
}
