import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Endpoint } from "#delivery/webhooks/admin.ts";
import { EVENTS } from "#delivery/webhooks/webhook.ts";
import { formatInstant } from "#platform/dates.ts";
import { ItemCard } from "#platform/web/lists/item-card.tsx";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useTestEndpoint } from "./queries.ts";

export type EndpointAction = "edit" | "secret" | "history" | "delete";

const ACTIONS = [
  { action: "edit", label: "Edit", icon: "icon-square-pen" },
  { action: "secret", label: "New Secret", icon: "icon-key-round" },
  { action: "history", label: "History", icon: "icon-history" },
  { action: "delete", label: "Delete", icon: "icon-trash-2" },
] as const;

type Props = { endpoint: Endpoint; onAction: (action: EndpointAction) => void };

export function EndpointItem({ endpoint, onAction }: Props) {
  const { timeZone } = useFacts();
  const test = useTestEndpoint();
  const { name, url, events, isActive, turnedOffBecause, oldSecretUntil } = endpoint;
  return (
    <ItemCard
      heading={name}
      badge={
        isActive ? (
          <Badge tone="ok" icon="icon-check">
            On
          </Badge>
        ) : (
          <Badge tone="outline" icon="icon-power-off">
            Off
          </Badge>
        )
      }
      of={name}
      first={
        isActive && (
          <Button
            variant="outline"
            size="compact"
            busyLabel={test.isPending && "Sending..."}
            onClick={() => test.mutate(endpoint._id)}
          >
            <Icon name="icon-send" className="size-4" />
            Send Test
            <span className="sr-only">: {name}</span>
          </Button>
        )
      }
      actions={ACTIONS}
      onAction={onAction}
    >
      <p className="wrap-anywhere text-muted">{url}</p>
      {turnedOffBecause && <p className="font-semibold">{turnedOffBecause}, so it was turned off.</p>}
      <p>{events.map((event) => EVENTS[event]).join(" · ")}</p>
      {oldSecretUntil && (
        <p className="text-muted">
          The secret before this one signs too until {formatInstant(new Date(oldSecretUntil), timeZone)}.
        </p>
      )}
    </ItemCard>
  );
}
