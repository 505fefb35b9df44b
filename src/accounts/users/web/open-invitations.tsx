import { useMutation } from "@tanstack/react-query";
import type { Invitation, InvitationState } from "#accounts/users/invitation.ts";
import { ROLE_LABELS } from "#accounts/users/user.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { formatDay, wallClock } from "#platform/dates.ts";
import { ItemCard } from "#platform/web/lists/item-card.tsx";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";
import { dutiesText } from "./duty-fields.tsx";
import { revokeInvitation, sendInvitationAgain, useInvitations } from "./invitation-queries.ts";

const ACTIONS = [
  { action: "send", label: "Send again", icon: "icon-send" },
  { action: "revoke", label: "Revoke", icon: "icon-undo-2" },
] as const;

export function OpenInvitations() {
  const { data } = useInvitations();
  const send = useMutation(sendInvitationAgain);
  const revoke = useMutation(revokeInvitation);
  if (!data || data.length === 0) return null;
  const act = (action: (typeof ACTIONS)[number]["action"], { _id }: Invitation) => {
    if (send.isPending || revoke.isPending) return;
    // The card leaves the list, and with it the focused button.
    const focusPage = () => document.getElementById("main")?.focus({ preventScroll: true });
    if (action === "send") send.mutate(_id, { onSuccess: focusPage });
    else revoke.mutate(_id, { onSuccess: focusPage });
  };
  return (
    <section aria-labelledby="open-invitations" className="mb-6">
      <h2 id="open-invitations" className="mb-3 text-h3">
        Open invitations
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {data.map((invitation) => (
          <ItemCard
            key={invitation._id}
            heading={invitation.email}
            badge={<StateBadge state={invitation.state} />}
            of={invitation.email}
            actions={ACTIONS}
            onAction={(action) => act(action, invitation)}
          >
            <Facts invitation={invitation} />
          </ItemCard>
        ))}
      </ul>
    </section>
  );
}

const STATES: Record<InvitationState, BadgeLook & { label: string }> = {
  open: { tone: "info", icon: "icon-hourglass", label: "Open" },
  expired: { tone: "warn", icon: "icon-mail-x", label: "Expired" },
  orphaned: { tone: "warn", icon: "icon-mail-x", label: "Does not work" },
};

function StateBadge({ state }: { state: InvitationState }) {
  const { label, ...look } = STATES[state];
  return <Badge {...look}>{label}</Badge>;
}

function Facts({
  invitation: { role, duties, ownLeadsOnly, invitedBy, sentAt, expiresAt, state },
}: {
  invitation: Invitation;
}) {
  const { timeZone } = useFacts();
  return (
    <p className="wrap-anywhere text-small">
      As {ROLE_LABELS[role]}
      {role === "admin" && ` (${dutiesText({ duties, ownLeadsOnly })})`}, invited by {invitedBy} on{" "}
      <time dateTime={sentAt}>{formatDay(wallClock(new Date(sentAt), timeZone).day, "short")}</time>.{" "}
      {state === "orphaned" ? (
        "This admin is not an active admin any more: send it again in your own name."
      ) : (
        <>
          The link {state === "expired" ? "worked" : "works"} until <Instant at={expiresAt} />.
        </>
      )}
    </p>
  );
}
