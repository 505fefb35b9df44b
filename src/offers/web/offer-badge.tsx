import { CircleCheck, FilePen, History, Send, Undo2 } from "lucide-react";
import type { AdminOffer } from "#offers/admin.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<AdminOffer["state"], BadgeLook & { label: string }> = {
  draft: { tone: "outline", Icon: FilePen, label: "Draft" },
  sent: { tone: "brand", Icon: Send, label: "Sent" },
  withdrawn: { tone: "danger", Icon: Undo2, label: "Withdrawn" },
  replaced: { tone: "quiet", Icon: History, label: "Replaced" },
};

const ACCEPTED = { tone: "ok", Icon: CircleCheck, label: "Yes" } as const;
const EXPIRED = { tone: "warn", Icon: History, label: "Expired" } as const;

/** How an offer stands, after the seller's last answer. */
export function OfferBadge({
  offer: { state, isExpired, answers },
}: {
  offer: Pick<AdminOffer, "state" | "isExpired" | "answers">;
}) {
  const isAccepted = state === "sent" && answers.at(-1)?.answer === "yes";
  const { label, ...look } = isAccepted ? ACCEPTED : isExpired ? EXPIRED : LOOKS[state];
  return <Badge {...look}>{label}</Badge>;
}
