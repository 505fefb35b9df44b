import { useEffect, useRef } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { MailPanel } from "#delivery/mail/web/mail-panel.tsx";
import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { UNRESOLVED_STATUSES } from "#inquiries/contact/contact.ts";
import { FACT_LABELS } from "#inquiries/contact/facts.ts";
import { AttributionDetails } from "#people/leads/web/attribution-panel.tsx";
import { FirstContactPanel } from "#people/leads/web/first-contact-panel.tsx";
import { RecordNotes } from "#people/leads/web/notes-panel.tsx";
import { PersonLink } from "#people/leads/web/person-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { PermissionsPanel } from "#people/permissions/web/permissions-panel.tsx";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { type DetailsAction, DetailsActions } from "#platform/web/dialogs/details-actions.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { useContactAuditLog, useMarkFirstContact, useMarkRead } from "./queries.ts";
import { StatusBadge } from "./status-badge.tsx";

type Props = {
  contact: AdminContactMessage;
  onClose: () => void;
  onOpen: (dialog: DetailsAction, contact: AdminContactMessage) => void;
};

export function ContactDetailsDialog({ contact, onClose, onOpen }: Props) {
  const { timeZone } = useFacts();
  const history = useContactAuditLog(contact);
  const current = useReadMessage(contact);
  return (
    <Dialog
      title="Contact Details"
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
        <FirstContact contact={contact} current={current} />
        <div className="print:hidden">
          <DetailSection title="Permissions">
            <PermissionsPanel person={{ email: contact.email, phone: contact.phone }} of={contact.name} />
          </DetailSection>
        </div>
        <DetailSection title="Where they came from">
          <AttributionDetails source={contact.source} privacySignal={contact.privacySignal} timeZone={timeZone} />
        </DetailSection>
        <div className="print:hidden">
          <DetailSection title="E-mail">
            <MailPanel recordId={contact._id} />
          </DetailSection>
        </div>
        <DetailSection title="History">
          <AuditLogList query={history} timeZone={timeZone} />
        </DetailSection>
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

function FirstContact({ contact, current }: Pick<Props, "contact"> & { current: Current }) {
  const { mutate, isPending, error } = useMarkFirstContact();
  return (
    <DetailSection title="First contact">
      <FirstContactPanel
        inquiry={contact}
        of={contact.name}
        tries={contact.tries}
        isOpen={UNRESOLVED_STATUSES.some((status) => status === contact.status)}
        isBusy={isPending}
        error={error}
        onChange={async (contacted) => {
          const { _id: id, version } = await current(contact);
          mutate({ id, contacted, version });
        }}
      />
    </DetailSection>
  );
}
