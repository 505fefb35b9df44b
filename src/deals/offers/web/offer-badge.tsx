import type { AdminOffer } from "#deals/offers/admin.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<AdminOffer["state"], BadgeLook & { label: string }> = {
  draft: { tone: "outline", icon: "icon-file-pen", label: "Draft" },
  sent: { tone: "brand", icon: "icon-send", label: "Sent" },
  withdrawn: { tone: "danger", icon: "icon-undo-2", label: "Withdrawn" },
  replaced: { tone: "quiet", icon: "icon-history", label: "Replaced" },
};

const ACCEPTED = { tone: "ok", icon: "icon-circle-check", label: "Yes" } as const;
const EXPIRED = { tone: "warn", icon: "icon-history", label: "Expired" } as const;

export function OfferBadge({
  offer: { state, isExpired, answers },
}: {
  offer: Pick<AdminOffer, "state" | "isExpired" | "answers">;
}) {
  const isAccepted = state === "sent" && answers.at(-1)?.answer === "yes";
  const { label, ...look } = isAccepted ? ACCEPTED : isExpired ? EXPIRED : LOOKS[state];
  return <Badge {...look}>{label}</Badge>;
}
