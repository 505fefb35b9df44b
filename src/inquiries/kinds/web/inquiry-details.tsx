import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { MailPanel } from "#delivery/mail/web/mail-panel.tsx";
import { AttributionDetails } from "#people/leads/web/attribution-panel.tsx";
import { FirstContactPanel } from "#people/leads/web/first-contact-panel.tsx";
import { RecordNotes } from "#people/leads/web/notes-panel.tsx";
import { PermissionsPanel } from "#people/permissions/web/permissions-panel.tsx";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { DetailSection } from "#platform/web/dialogs/details.tsx";
import { type DetailsAction, DetailsActions } from "#platform/web/dialogs/details-actions.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import type { ShownInquiry } from "./inquiry-calls.ts";
import type { ShownKind } from "./shown-kind.ts";

type Props<Shown extends ShownInquiry> = {
  kind: ShownKind<Shown>;
  inquiry: Shown;
  notesTitle: string;
  /** What was agreed to with it, and when it was made. */
  consent?: ReactNode;
  created?: ReactNode;
  onClose: () => void;
  onOpen: (dialog: DetailsAction) => void;
  children: ReactNode;
};

export function InquiryDetails<Shown extends ShownInquiry>(props: Props<Shown>) {
  const { kind, inquiry, notesTitle, consent, created, onClose, onOpen, children } = props;
  const { _id: id, leadId, email, phone, source, privacySignal, notes } = inquiry;
  const { timeZone } = useFacts();
  const may = useMay();
  const history = kind.calls.useAuditLog(inquiry);
  const of = kind.nameOf(inquiry);
  return (
    <Dialog
      title={`${kind.calls.label} Details`}
      recordIds={[id, leadId]}
      onClose={onClose}
      actions={<DetailsActions statusIcon={kind.statusIcon} onOpen={onOpen} />}
    >
      <div className="details">
        {children}
        <RecordNotes title={notesTitle} leadId={leadId} recordId={id} latest={notes} />
        <DetailSection title="First contact">
          <FirstContactPanel inquiry={inquiry} of={of} isOpen={kind.isOpen(inquiry)} />
        </DetailSection>
        <div className="print:hidden">
          <DetailSection title="Permissions">
            <PermissionsPanel person={{ email, phone }} of={of} />
          </DetailSection>
        </div>
        <DetailSection title="Where they came from">
          <AttributionDetails source={source} privacySignal={privacySignal} timeZone={timeZone} />
        </DetailSection>
        {consent}
        {may("run") && (
          <div className="print:hidden">
            <DetailSection title="Email">
              <MailPanel recordId={id} />
            </DetailSection>
          </div>
        )}
        <DetailSection title="History">
          <AuditLogList query={history} timeZone={timeZone} />
          {created}
        </DetailSection>
      </div>
    </Dialog>
  );
}
