import { MessageCircleReply } from "lucide-react";
import type { AdminContact } from "#contact/admin.ts";
import { SUBJECTS } from "#contact/contact.ts";
import { MailPanel } from "#mail/web/mail-panel.tsx";
import { formatInstant } from "#platform/dates.ts";
import { EmailLink, PhoneLink } from "#platform/web/ui/contact-links.tsx";
import { DetailList, DetailSection } from "#platform/web/ui/details.tsx";
import { DetailsActions } from "#platform/web/ui/details-actions.tsx";
import { Dialog } from "#platform/web/ui/dialog.tsx";
import { HistoryList } from "#platform/web/ui/history-list.tsx";
import { SourceDetails } from "#platform/web/ui/source-details.tsx";
import { timeZone } from "#site";
import { useContactHistory } from "./admin-queries.ts";
import { StatusBadge } from "./status-badge.tsx";

type Props = {
  contact: AdminContact;
  onClose: () => void;
  onOpen: (dialog: "status" | "notes") => void;
};

export function ContactDetailsDialog({ contact, onClose, onOpen }: Props) {
  const history = useContactHistory(contact);
  const at = (instant: string) => <time dateTime={instant}>{formatInstant(new Date(instant), timeZone)}</time>;
  return (
    <Dialog
      title="Contact Details"
      onClose={onClose}
      actions={<DetailsActions StatusIcon={MessageCircleReply} onOpen={onOpen} />}
    >
      <div className="details">
        <DetailList
          details={[
            ["Name", contact.name],
            ["Email", <EmailLink key="email" email={contact.email} />],
            contact.phone !== undefined && ["Phone", <PhoneLink key="phone" phone={contact.phone} />],
            ["Status", <StatusBadge key="status" status={contact.status} />],
            ["Subject", SUBJECTS[contact.subject]],
            ["Submitted", at(contact.createdAt)],
            ["Last Updated", at(contact.updatedAt)],
          ]}
        />
        <DetailSection title="Message">
          <p className="break-anywhere whitespace-pre-wrap">{contact.message}</p>
        </DetailSection>
        {contact.notes && (
          <DetailSection title="Internal Notes">
            <p className="break-anywhere whitespace-pre-wrap">{contact.notes}</p>
          </DetailSection>
        )}
        <DetailSection title="Where they came from">
          <SourceDetails source={contact.source} timeZone={timeZone} />
        </DetailSection>
        <div className="no-print">
          <DetailSection title="E-mail">
            <MailPanel recordId={contact._id} />
          </DetailSection>
        </div>
        <DetailSection title="History">
          <HistoryList history={history.error ? [] : history.data?.history} timeZone={timeZone} />
        </DetailSection>
      </div>
    </Dialog>
  );
}
