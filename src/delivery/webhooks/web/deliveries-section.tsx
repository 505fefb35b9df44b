import { Link } from "react-router";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { Delivery, Endpoint } from "#delivery/webhooks/admin.ts";
import { DELIVERY_STATES, type DeliveryState, LOG_DAYS } from "#delivery/webhooks/webhook.ts";
import { PagedList } from "#platform/web/lists/paged-list.tsx";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDeliveries, useReplay } from "./queries.ts";

const FILTERS = ["state", "endpoint"] as const;

export function DeliveriesSection({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const params = useListParams(FILTERS);
  const query = useDeliveries(params.query);
  const deliveries = query.data?.deliveries;
  return (
    <section aria-labelledby="deliveries" className="mt-8 min-w-0">
      <h2 id="deliveries" className="text-h3">
        Deliveries
      </h2>
      <p className="mt-1 mb-3 text-muted">Kept for {LOG_DAYS} days. What fails is tried ten times, over three days.</p>
      <PagedList
        what="deliveries"
        params={params}
        choices={{
          state: { label: "State", all: "All states", options: Object.entries(DELIVERY_STATES) },
          endpoint: {
            label: "Endpoint",
            all: "All endpoints",
            options: endpoints.map(({ _id, name }) => [_id, name] as const),
          },
        }}
        query={query}
        count={deliveries?.length}
        fallback="Failed to load deliveries"
        none={params.isFiltered ? "No deliveries found. Try adjusting your filters." : "Nothing was sent yet."}
      >
        <ul className="card divide-y divide-line">
          {deliveries?.map((delivery) => (
            <DeliveryItem key={delivery._id} delivery={delivery} />
          ))}
        </ul>
      </PagedList>
    </section>
  );
}

function DeliveryItem({ delivery }: { delivery: Delivery }) {
  const replay = useReplay();
  const { _id, type, endpointName, state, queuedAt, tries, lastError, response, nextTryAt } = delivery;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="wrap-anywhere font-semibold">
          <RecordLink delivery={delivery} /> to {endpointName}
        </p>
        <p className="wrap-anywhere text-muted">
          {_id}, <Instant at={queuedAt} />
          {tries > 0 && `, ${tries === 1 ? "1 try" : `${tries} tries`}`}
        </p>
        {lastError && state !== "sent" && <p className="wrap-anywhere">{lastError}</p>}
        {nextTryAt && lastError && (
          <p>
            Next try <Instant at={nextTryAt} />
          </p>
        )}
        {response && (
          <details className="mt-1">
            <summary className="inline-flex min-h-11 cursor-pointer items-center link">
              Answer
              <span className="sr-only">
                {" "}
                of {endpointName} to {_id}
              </span>
            </summary>
            <pre className="wrap-anywhere whitespace-pre-wrap text-small">{response}</pre>
          </details>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <StateBadge delivery={delivery} />
        {(state !== "waiting" || lastError) && (
          <Button
            variant="outline"
            size="compact"
            busyLabel={replay.isPending && "Sending..."}
            onClick={() => replay.mutate(_id)}
          >
            <Icon name="icon-rotate-ccw" className="size-4" />
            {state === "waiting" ? "Send Now" : "Replay"}
            <span className="sr-only">
              : {type} to {endpointName}, {_id}
            </span>
          </Button>
        )}
      </div>
    </li>
  );
}

const BADGES: Record<DeliveryState, BadgeLook> = {
  waiting: { tone: "outline", icon: "icon-clock" },
  sent: { tone: "ok", icon: "icon-check" },
  failed: { tone: "danger", icon: "icon-triangle-alert" },
  withdrawn: { tone: "outline", icon: "icon-ban" },
};

function StateBadge({ delivery: { state, status } }: { delivery: Delivery }) {
  return (
    <Badge {...BADGES[state]}>
      {DELIVERY_STATES[state]}
      {state === "sent" && status !== null && ` (${status})`}
    </Badge>
  );
}

function RecordLink({ delivery: { type, recordId } }: { delivery: Delivery }) {
  if (recordId === null) return type;
  const path = type.startsWith("booking.")
    ? `/admin/bookings?booking=${recordId}`
    : `/admin/contacts?contact=${recordId}`;
  return (
    <Link to={path} className="link">
      {type}
    </Link>
  );
}
