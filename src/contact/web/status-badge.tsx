import { CircleCheck, CircleDot, MessageCircleReply } from "lucide-react";
import type { ContactStatus } from "#contact/contact.ts";
import { Badge, type BadgeTone } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<ContactStatus, { tone: BadgeTone; Icon: typeof CircleDot }> = {
  New: { tone: "lamp", Icon: CircleDot },
  "In Progress": { tone: "info", Icon: MessageCircleReply },
  Resolved: { tone: "ok", Icon: CircleCheck },
};

export function StatusBadge({ status }: { status: ContactStatus }) {
  const { tone, Icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {status}
    </Badge>
  );
}
