import { useEffect, useRef } from "react";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { FACT_LABELS } from "#inquiries/contact/facts.ts";
import { InquiryDetails } from "#inquiries/kinds/web/inquiry-details.tsx";
import { InquiryPhone } from "#inquiries/kinds/web/inquiry-table.tsx";
import type { DetailsProps } from "#inquiries/kinds/web/shown-kind.ts";
import { PersonLink } from "#people/leads/web/person-panel.tsx";
import { StaffEmail } from "#people/permissions/web/contact-panel.tsx";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { CONTACTS, useMarkRead } from "./contact-kind.tsx";
import { StatusBadge } from "./status-badge.tsx";

export function ContactDetailsDialog({ inquiry: contact, onClose, onOpen }: DetailsProps<AdminContactMessage>) {
  const current = useReadMessage(contact);
  return (
    <InquiryDetails
      kind={CONTACTS}
      inquiry={contact}
      notesTitle="Internal Notes"
      onClose={onClose}
      onOpen={async (dialog) => onOpen(dialog, await current(contact))}
    >
      <DetailList
        details={[
          [FACT_LABELS.name, contact.name],
          [FACT_LABELS.email, <StaffEmail key="email" email={contact.email} stopped={contact.stopped} />],
          contact.phone !== undefined && [
            FACT_LABELS.phone,
            <InquiryPhone key="phone" kind={CONTACTS} inquiry={contact} />,
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
    </InquiryDetails>
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
