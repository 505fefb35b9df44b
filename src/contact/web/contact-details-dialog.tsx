import { MessageCircleReply } from "lucide-react";
import { timeZone } from "#company/facts.ts";
import type { AdminContactMessage } from "#contact/admin.ts";
import { SUBJECTS, UNRESOLVED_STATUSES } from "#contact/contact.ts";
import { FACT_LABELS } from "#contact/facts.ts";
import { AttributionDetails } from "#leads/web/attribution-panel.tsx";
import { FirstContactPanel } from "#leads/web/first-contact-panel.tsx";
import { PersonLink } from "#leads/web/person-panel.tsx";
import { MailPanel } from "#mail/web/mail-panel.tsx";
import { StaffEmail, StaffPhone } from "#permissions/web/contact-panel.tsx";
import { PermissionsPanel } from "#permissions/web/permissions-panel.tsx";
import { formatInstant } from "#platform/dates.ts";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { type DetailsAction, DetailsActions } from "#platform/web/dialogs/details-actions.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { useContactAuditLog, useMarkFirstContact } from "./queries.ts";
import { StatusBadge } from "./status-badge.tsx";

type Props = {
  contact: AdminContactMessage;
  onClose: () => void;
  onOpen: (dialog: DetailsAction) => void;
};

export function ContactDetailsDialog({ contact, onClose, onOpen }: Props) {
  const history = useContactAuditLog(contact);
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
            [FACT_LABELS.name, contact.name],
            [FACT_LABELS.email, <StaffEmail key="email" email={contact.email} stopped={contact.stopped} />],
            contact.phone !== undefined && [
              FACT_LABELS.phone,
              <StaffPhone key="phone" phone={contact.phone} stopped={contact.stopped} />,
            ],
            [FACT_LABELS.status, <StatusBadge key="status" status={contact.status} />],
            [FACT_LABELS.subject, SUBJECTS[contact.subject]],
            ["Submitted", at(contact.createdAt)],
            ["Last Updated", at(contact.updatedAt)],
          ]}
        />
        <PersonLink email={contact.email} />
        <DetailSection title={FACT_LABELS.message}>
          <p className="wrap-anywhere whitespace-pre-wrap">{contact.message}</p>
        </DetailSection>
        {contact.notes && (
          <DetailSection title="Internal Notes">
            <p className="wrap-anywhere whitespace-pre-wrap">{contact.notes}</p>
          </DetailSection>
        )}
        <FirstContact contact={contact} />
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

function FirstContact({ contact }: Pick<Props, "contact">) {
  const { mutate, isPending, error } = useMarkFirstContact();
  return (
    <DetailSection title="First contact">
      <FirstContactPanel
        lead={contact}
        of={contact.name}
        isOpen={UNRESOLVED_STATUSES.some((status) => status === contact.status)}
        isBusy={isPending}
        error={error}
        onChange={(contacted) => mutate({ id: contact._id, contacted, version: contact.version })}
      />
    </DetailSection>
  );
}
