import { Instant } from "#company/shell/web/parts/instant.tsx";
import { type ContactTry, TRY_CHANNELS, TRY_OUTCOMES } from "#people/leads/contact-try.ts";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useTries } from "./queries.ts";
import { TryButton } from "./try-panel.tsx";

export function TriesPanel({ leadId, of }: { leadId: string; of: string }) {
  const { data, isError, refetch } = useTries(leadId);
  return (
    <>
      {isError && <LoadError onRetry={() => refetch()}>Failed to load the tries</LoadError>}
      {!data && !isError && <Skeleton className="h-8 w-full" />}
      {data?.tries.length === 0 && <p className="text-muted">Nobody has tried to reach them yet.</p>}
      {data && data.tries.length > 0 && (
        <ol className="panel-list">
          {data.tries.map((one) => (
            <Try key={one._id} one={one} />
          ))}
        </ol>
      )}
      <div className="mt-2">
        <TryButton leadId={leadId} of={of} />
      </div>
    </>
  );
}

function Try({ one: { channel, outcome, words, by, at } }: { one: ContactTry }) {
  return (
    <li>
      <p>
        <strong>{TRY_OUTCOMES[outcome]}</strong>, {TRY_CHANNELS[channel].toLowerCase()}
      </p>
      {words && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
      <p className="wrap-anywhere text-muted text-small">
        {by}, <Instant at={at} />
      </p>
    </li>
  );
}
