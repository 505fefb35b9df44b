import { Link } from "react-router";
import { actorOfKey, dutiesOfScope, KEY_SCOPES, KEY_STATES, type Key } from "#accounts/keys/key.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { formatDay, wallClock } from "#platform/dates.ts";
import { ItemCard } from "#platform/web/lists/item-card.tsx";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";
import { buttonClasses } from "#platform/web/ui/button.tsx";

const LOOKS: Record<Key["state"], BadgeLook> = {
  live: { tone: "ok", icon: "icon-check" },
  ended: { tone: "outline", icon: "icon-calendar-x" },
  revoked: { tone: "outline", icon: "icon-key-round" },
  paused: { tone: "danger", icon: "icon-shield-x" },
  orphaned: { tone: "danger", icon: "icon-user-x" },
};
const REVOKE = [{ action: "revoke", label: "Revoke", icon: "icon-key-round" }] as const;

export function KeyItem({ item, onRevoke }: { item: Key; onRevoke: () => void }) {
  const { timeZone } = useFacts();
  const { _id, name, scope, lastFour, state, madeBy, createdAt, endsAt, lastUsedAt, revokedAt } = item;
  return (
    <ItemCard
      heading={name}
      badge={<Badge {...LOOKS[state]}>{KEY_STATES[state]}</Badge>}
      of={name}
      first={
        <>
          {dutiesOfScope(scope, "add").includes("answer") && (
            <ItemLink to={`/admin/keys/${_id}`} of={name}>
              Its Leads
            </ItemLink>
          )}
          <ItemLink to={`/admin/audit-log?person=${encodeURIComponent(actorOfKey(name))}`} of={name}>
            What It Did
          </ItemLink>
        </>
      }
      actions={state === "revoked" ? [] : REVOKE}
      onAction={onRevoke}
    >
      <p>
        {KEY_SCOPES[scope].label} · <span className="font-mono">…{lastFour}</span>
      </p>
      <p className="wrap-anywhere text-muted">
        Made by {madeBy ?? "a deleted account"}, <Instant at={createdAt} />
        <br />
        Last used: {lastUsedAt ? <Instant at={lastUsedAt} /> : "never"}
        <br />
        {revokedAt ? (
          <>
            Revoked: <Instant at={revokedAt} />
          </>
        ) : (
          `Last day: ${lastDay(endsAt, timeZone)}`
        )}
      </p>
    </ItemCard>
  );
}

function ItemLink({ to, of, children }: { to: string; of: string; children: string }) {
  return (
    <Link to={to} className={buttonClasses({ variant: "quiet", size: "compact" })}>
      {children}
      <span className="sr-only">: {of}</span>
    </Link>
  );
}

function lastDay(endsAt: string, timeZone: string): string {
  return formatDay(wallClock(new Date(Date.parse(endsAt) - 1), timeZone).day, "short");
}
