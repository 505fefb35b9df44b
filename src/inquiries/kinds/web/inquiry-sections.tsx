import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { MailPanel } from "#delivery/mail/web/mail-panel.tsx";
import type { Attributions, PrivacySignal } from "#people/leads/attribution.ts";
import { AttributionDetails } from "#people/leads/web/attribution-panel.tsx";
import { FirstContactPanel } from "#people/leads/web/first-contact-panel.tsx";
import { PermissionsPanel } from "#people/permissions/web/permissions-panel.tsx";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { DetailSection } from "#platform/web/dialogs/details.tsx";
import type { ShownInquiry } from "./inquiry-calls.ts";
import type { ShownKind } from "./inquiry-dialogs.tsx";

type Props<Shown extends ShownInquiry> = { kind: ShownKind<Shown>; inquiry: Shown };

export function FirstContactSection<Shown extends ShownInquiry>({ kind, inquiry }: Props<Shown>) {
  return (
    <DetailSection title="First contact">
      <FirstContactPanel inquiry={inquiry} of={kind.nameOf(inquiry)} isOpen={kind.isOpen(inquiry)} />
    </DetailSection>
  );
}

export function PermissionsSection<Shown extends ShownInquiry & { email: string; phone?: string | undefined }>({
  kind,
  inquiry,
}: Props<Shown>) {
  return (
    <div className="print:hidden">
      <DetailSection title="Permissions">
        <PermissionsPanel person={{ email: inquiry.email, phone: inquiry.phone }} of={kind.nameOf(inquiry)} />
      </DetailSection>
    </div>
  );
}

type Origin = { source: Attributions; privacySignal?: PrivacySignal | undefined };

export function OriginSection({ inquiry: { source, privacySignal } }: { inquiry: Origin }) {
  const { timeZone } = useFacts();
  return (
    <DetailSection title="Where they came from">
      <AttributionDetails source={source} privacySignal={privacySignal} timeZone={timeZone} />
    </DetailSection>
  );
}

export function MailSection({ inquiry }: { inquiry: ShownInquiry }) {
  return (
    <div className="print:hidden">
      <DetailSection title="E-mail">
        <MailPanel recordId={inquiry._id} />
      </DetailSection>
    </div>
  );
}

export function HistorySection<Shown extends ShownInquiry>({
  kind,
  inquiry,
  children,
}: Props<Shown> & { children?: ReactNode }) {
  const { timeZone } = useFacts();
  const history = kind.calls.useAuditLog(inquiry);
  return (
    <DetailSection title="History">
      <AuditLogList query={history} timeZone={timeZone} />
      {children}
    </DetailSection>
  );
}
