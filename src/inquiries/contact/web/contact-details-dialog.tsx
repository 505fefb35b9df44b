import { useEffect, useRef } from "react";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { FACT_LABELS } from "#inquiries/contact/facts.ts";
import {
  FirstContactSection,
  HistorySection,
  MailSection,
  OriginSection,
  PermissionsSection,
} from "#inquiries/kinds/web/inquiry-sections.tsx";
import { RecordNotes } from "#people/leads/web/notes-panel.tsx";
import { PersonLink } from "#people/leads/web/person-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { type DetailsAction, DetailsActions } from "#platform/web/dialogs/details-actions.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { CONTACTS, useMarkRead } from "./queries.ts";
import { StatusBadge } from "./status-badge.tsx";

type Props = {
  contact: AdminContactMessage;
  onClose: () => void;
  onOpen: (dialog: DetailsAction, contact: AdminContactMessage) => void;
};

export function ContactDetailsDialog({ contact, onClose, onOpen }: Props) {
  const current = useReadMessage(contact);
  return (
    <Dialog
      title="Contact Details"
      recordIds={[contact._id, contact.leadId]}
      onClose={onClose}
      actions={
        <DetailsActions
          statusIcon="icon-message-circle-reply"
          onOpen={async (dialog) => onOpen(dialog, await current(contact))}
        />
      }
    >
      <div className="details">
        <DetailList
          details={[
            [FACT_LABELS.name, contact.name],
            [FACT_LABELS.email, <StaffEmail key="email" email={contact.email} stopped={contact.stopped} />],
            contact.phone !== undefined && [
              FACT_LABELS.phone,
              <StaffPhone key="phone" phone={contact.phone} stopped={contact.stopped} />,
            ],
            [FACT_LABELS.status, <StatusBadge key="status" status={contact.status} />],
            [FACT_LABELS.subject, SUBJECTS[contact.subject]],
            ["Submitted", <Instant key="at" at={contact.createdAt} />],
            ["Last Updated", <Instant key="at" at={contact.updatedAt} />],
          ]}
        />
        <PersonLink leadId={contact.leadId} name={contact.name} />
        <DetailSection title={FACT_LABELS.message}>
          <p className="wrap-anywhere whitespace-pre-wrap">{contact.message}</p>
        </DetailSection>
        <RecordNotes title="Internal Notes" leadId={contact.leadId} recordId={contact._id} latest={contact.notes} />
        <FirstContactSection kind={CONTACTS} inquiry={contact} />
        <PermissionsSection kind={CONTACTS} inquiry={contact} />
        <OriginSection inquiry={contact} />
        <MailSection inquiry={contact} />
        <HistorySection kind={CONTACTS} inquiry={contact} />
      </div>
    </Dialog>
  );
}

type Current = (contact: AdminContactMessage) => Promise<AdminContactMessage>;

/** Marks the message as read. A change right after it needs the version that this creates. */
function useReadMessage(contact: AdminContactMessage): Current {
  const markRead = useMarkRead();
  const marked = useRef(Promise.resolve(contact));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per message
  useEffect(() => {
    marked.current = markRead(contact);
  }, [contact._id]);
  return async (shown) => {
    const read = await marked.current;
    return read.version > shown.version ? read : shown;
  };
}
