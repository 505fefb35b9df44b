import { Eye, MessageCircleReply, NotebookPen, Trash2 } from "lucide-react";
import type { AdminContact } from "#contact/admin.ts";
import { SUBJECTS } from "#contact/contact.ts";
import { formatInstant } from "#platform/dates.ts";
import { EmailLink, PhoneLink } from "#platform/web/ui/contact-links.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useNarrow } from "#platform/web/use-narrow.ts";
import { timeZone } from "#site";
import { StatusBadge } from "./status-badge.tsx";

export type ContactDialog = "details" | "status" | "notes" | "delete";

type Props = {
  /** Undefined while the first ones are loading. */
  contacts: readonly AdminContact[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: ContactDialog, contact: AdminContact) => void;
};

const SKELETON_ROWS = Array.from({ length: 10 }, (_, row) => row);

export function ContactsTable(props: Props) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ contacts, isBusy, onOpen }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-region" aria-label="Contact submissions" aria-busy={isBusy} tabIndex={0}>
      <table className="table min-w-[56rem] table-fixed">
        <caption className="sr-only">Contact submissions, newest first</caption>
        <thead>
          <tr>
            <th scope="col" className="w-[22%]">
              Contact
            </th>
            <th scope="col" className="w-[14%]">
              Subject
            </th>
            <th scope="col" className="w-[22%]">
              Message
            </th>
            <th scope="col" className="w-[13%]">
              Date
            </th>
            <th scope="col" className="w-[12%]">
              Status
            </th>
            <th scope="col" className="w-[17%]">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {contacts
            ? contacts.map((contact) => <Row key={contact._id} contact={contact} onOpen={onOpen} />)
            : SKELETON_ROWS.map((row) => (
                <tr key={row}>
                  <td colSpan={6}>
                    <Skeleton className="h-11 w-full" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { contact: AdminContact; onOpen: Props["onOpen"] };

function Row({ contact, onOpen }: RowProps) {
  return (
    <tr data-record={contact._id} className={contact.status === "New" ? "row-new" : undefined}>
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
    </tr>
  );
}

function Cards({ contacts, isBusy, onOpen }: Props) {
  if (!contacts) return SKELETON_ROWS.map((row) => <Skeleton key={row} className="mb-3 h-44 w-full" />);
  return (
    <ul className="grid gap-3 sm:grid-cols-2" aria-label="Contact submissions, newest first" aria-busy={isBusy}>
      {contacts.map((contact) => (
        <li
          key={contact._id}
          data-record={contact._id}
          className={`record-card ${contact.status === "New" ? "row-new" : ""}`}
        >
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
        </li>
      ))}
    </ul>
  );
}

function SentAt({ contact }: { contact: AdminContact }) {
  return <time dateTime={contact.createdAt}>{formatInstant(new Date(contact.createdAt), timeZone)}</time>;
}

const ACTIONS = [
  { dialog: "details", label: "View details", Icon: Eye },
  { dialog: "status", label: "Status", Icon: MessageCircleReply },
  { dialog: "notes", label: "Notes", Icon: NotebookPen },
  { dialog: "delete", label: "Delete", Icon: Trash2 },
] as const;

function Actions({ contact, onOpen }: RowProps) {
  return (
    <div className="row-actions">
      {ACTIONS.map(({ dialog, label, Icon }) => (
        <button
          key={dialog}
          type="button"
          className="row-action"
          title={label}
          aria-label={`${label}: ${contact.name}`}
          onClick={() => onOpen(dialog, contact)}
        >
          <Icon size={18} aria-hidden="true" />
          <span className="row-action-label" aria-hidden="true">
            {label}
          </span>
        </button>
      ))}
    </div>
  );
}
