import { CircleCheck, CircleDot, MessageCircleReply } from "lucide-react";
import type { ContactStatus } from "#contact/contact.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<ContactStatus, BadgeLook> = {
  New: { tone: "lamp", Icon: CircleDot },
  "In Progress": { tone: "info", Icon: MessageCircleReply },
  Resolved: { tone: "ok", Icon: CircleCheck },
};

export function StatusBadge({ status }: { status: ContactStatus }) {
  return <Badge {...LOOKS[status]}>{status}</Badge>;
}
