import type { ContactStatus } from "#inquiries/contact/contact.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<ContactStatus, BadgeLook> = {
  New: { tone: "lamp", icon: "icon-circle-dot" },
  "In Progress": { tone: "info", icon: "icon-message-circle-reply" },
  Resolved: { tone: "ok", icon: "icon-circle-check" },
};

export function StatusBadge({ status }: { status: ContactStatus }) {
  return <Badge {...LOOKS[status]}>{status}</Badge>;
}
