import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { MIN_COUNT, type Promptness } from "#deals/offers/admin.ts";
import { durationText } from "#people/leads/inquiry.ts";
import { formatDay, formatInstant, zoneNames } from "#platform/dates.ts";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { usePromptness } from "./queries.ts";

/** Shows how soon offers followed meetings, and which leads wait for one. */
export function PromptnessPanel() {
  const { data, isError, refetch } = usePromptness();
  return (
    <section aria-labelledby="promptness" className="card mt-6 min-w-0">
      <h2 id="promptness" className="text-h3">
        From the meeting to the offer
      </h2>
      {isError && <LoadError onRetry={() => refetch()}>Failed to load how soon offers were made</LoadError>}
      {!data && !isError && <Skeleton className="mt-4 h-80 w-full" />}
      {data && (
        <>
          <Waiting of={data} />
          <Weeks of={data} />
        </>
      )}
    </section>
  );
}

function Waiting({ of: { waiting, waitingTotal } }: { of: Promptness }) {
  const { timeZone } = useFacts();
  if (waitingTotal === 0) return <p className="mb-4">Nobody waits for an offer.</p>;
  return (
    <>
      <p className="mb-2 font-semibold">
        {waitingTotal === 1 ? "1 person waits" : `${waitingTotal.toLocaleString("en-US")} people wait`} for an offer
      </p>
      <ul className="panel-list mb-4">
        {waiting.map(({ leadId, personId, name, place, metAt, minutes }) => (
          <li key={leadId} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere min-w-0">
              <Link to={`/admin/people/${personId}`} className="link contact-link font-semibold">
                {name || "Unnamed"}
              </Link>
              {place && <span className="block text-muted">{place}</span>}
            </span>
            <span className="text-muted">
              {durationText(minutes)} of business hours since {formatInstant(new Date(metAt), timeZone)}
            </span>
          </li>
        ))}
      </ul>
      {waitingTotal > waiting.length && (
        <p className="mb-4 text-muted">The {waiting.length} who have waited longest.</p>
      )}
    </>
  );
}

function Weeks({ of: { weeks, timeZone: zone } }: { of: Promptness }) {
  return (
    <>
      <p className="mb-4 text-muted">
        The median from the meeting to the first offer, in business hours, by the week of the meeting. Weeks are Monday
        to Sunday, {zoneNames(zone).name}. A week with fewer than {MIN_COUNT} offers shows only its numbers.
      </p>
      <table className="table table-tight">
        <caption className="sr-only">From the meeting to the offer, by week</caption>
        <thead>
          <tr>
            <th scope="col">Week from</th>
            <th scope="col">Offers made</th>
            <th scope="col">Median</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ from, met, offered, median }) => (
            <tr key={from}>
              <th scope="row">
                <time dateTime={from}>{formatDay(from, "brief")}</time>
              </th>
              <td className="tabular-nums">
                {met === 0 ? <span className="text-muted">No meeting</span> : `${offered} of ${met} met`}
              </td>
              <td>{median === null ? <span className="text-muted">–</span> : durationText(median)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
