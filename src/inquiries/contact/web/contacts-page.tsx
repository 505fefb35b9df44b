import type { PageMeta } from "#company/shell/web/page.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { CONTACT_STATUSES } from "#inquiries/contact/contact.ts";
import { InquiryListPage } from "#inquiries/kinds/web/inquiry-list-page.tsx";
import type { InquiryColumns } from "#inquiries/kinds/web/inquiry-table.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { ContactCorrectionDialog } from "./contact-correction-dialog.tsx";
import { ContactDeleteDialog } from "./contact-delete-dialog.tsx";
import { ContactDetailsDialog } from "./contact-details-dialog.tsx";
import { CONTACTS } from "./contact-kind.tsx";
import { ContactStatusDialog } from "./contact-status-dialog.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Contact Submissions | ${company.name}` });

const CHOICES = { status: { label: "Status", all: "All statuses", options: asOptions(CONTACT_STATUSES) } };

const TABLE: InquiryColumns<AdminContactMessage> = {
  name: "Contact submissions",
  columns: [
    { heading: "Contact", width: "w-[19%]" },
    { heading: "Subject", width: "w-[12%]" },
    { heading: "Message", width: "w-[18%]" },
    { heading: "Date", width: "w-[12%]" },
    { heading: "Status", width: "w-[16%]" },
    { heading: "Actions", width: "w-[23%]" },
  ],
  classOf: ({ status }) => (status === "New" ? "row-new" : ""),
  isPhoneBelowEmail: true,
  cells: (contact, onOpen) => <Cells contact={contact} onRead={() => onOpen("details", contact)} />,
  card: (contact) => <CardFacts contact={contact} />,
};

const DIALOGS = { status: ContactStatusDialog, correct: ContactCorrectionDialog, delete: ContactDeleteDialog };

export default function ContactsPage() {
  return (
    <InquiryListPage
      kind={CONTACTS}
      title="Contact Submissions"
      subtitle="Review and respond to contact form submissions"
      searched="Search name, email, subject..."
      choices={CHOICES}
      table={TABLE}
      Details={ContactDetailsDialog}
      dialogs={DIALOGS}
    />
  );
}

type Props = { contact: AdminContactMessage };

function Cells({ contact, onRead }: Props & { onRead: () => void }) {
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

function CardFacts({ contact }: Props) {
  return (
    <>
      <p>
        {SUBJECTS[contact.subject]} · <SentAt contact={contact} />
      </p>
      <p className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">{contact.message}</p>
    </>
  );
}

function SentAt({ contact }: Props) {
  return <Instant at={contact.createdAt} />;
}
