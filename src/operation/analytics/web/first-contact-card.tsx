import type { FirstContactWeeks } from "#operation/analytics/admin.ts";
import { percentOf } from "#operation/analytics/analytics.ts";
import { durationText } from "#people/leads/inquiry.ts";
import type { FirstContacts } from "#people/leads/speed.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { ScrollRegion } from "#platform/web/ui/scroll-region.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useFirstContactWeeks } from "./queries.ts";
import { BARS } from "./share-bars.tsx";

const TITLE = "Time to first contact";

export function FirstContactCard() {
  const { data, isError, refetch } = useFirstContactWeeks();
  return (
    <section className="card mt-6 min-w-0">
      <h2 className="text-h3">{TITLE}</h2>
      {isError && <LoadError onRetry={() => refetch()}>Failed to load analytics data</LoadError>}
      {!data && !isError && <Skeleton className="mt-4 h-80 w-full" />}
      {data && <Weeks data={data} />}
      {data && <People weeks={data.weeks} />}
    </section>
  );
}

function Weeks({ data: { weeks, timeZone } }: { data: FirstContactWeeks }) {
  const all = weeks.flatMap(({ bookings, messages, calls }) => [bookings, messages, calls]);
  const isEmpty = all.every(({ contacted }) => contacted === 0);
  const longest = Math.max(1, ...all.map(({ wallMedian }) => wallMedian ?? 0));
  return (
    <>
      <p className="mb-4 text-muted">
        The median of each of the last {weeks.length} weeks on the clock of the people who waited, below it that of
        business hours, and the share of all who were reached within five minutes. By the week in which they booked,
        wrote or called and were not reached at once. Weeks are Monday to Sunday, {zoneNames(timeZone).name}. The last
        one is not over yet.
      </p>
      {isEmpty ? (
        <p>No first contact was marked in these weeks.</p>
      ) : (
        <ScrollRegion label={`${TITLE} by week`}>
          <table className="table table-tight table-fixed min-w-180">
            <caption className="sr-only">{TITLE} by week</caption>
            <thead>
              <tr>
                <th scope="col" className="w-[19%]">
                  Week from
                </th>
                <th scope="col">Bookings</th>
                <th scope="col">Messages</th>
                <th scope="col">Calls</th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ from, bookings, messages, calls }) => (
                <tr key={from}>
                  <th scope="row">
                    <time dateTime={from}>{formatDay(from, "short")}</time>
                  </th>
                  <td>
                    <Median of={bookings} longest={longest} tone="brand" />
                  </td>
                  <td>
                    <Median of={messages} longest={longest} tone="info" />
                  </td>
                  <td>
                    <Median of={calls} longest={longest} tone="brand" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}

/** Who took how many, by the week in which the wait began. */
function People({ weeks }: Pick<FirstContactWeeks, "weeks">) {
  const rows = weeks.toReversed().flatMap(({ from, people }) => people.map((one) => ({ from, ...one })));
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 text-h3">Taken by</h3>
      <p className="mb-4 text-muted">
        From the moment a person came until the first outcome that was logged, the newest week first.
      </p>
      <ScrollRegion label="Taken by person and week">
        <table className="table table-tight min-w-140">
          <caption className="sr-only">Taken by person and week</caption>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">Who</th>
              <th scope="col">Taken</th>
              <th scope="col">Median</th>
              <th scope="col">Under five minutes</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ from, name, taken, median, withinFive }) => (
              <tr key={`${from} ${name}`}>
                <td>
                  <time dateTime={from}>{formatDay(from, "short")}</time>
                </td>
                <th scope="row" className="wrap-anywhere">
                  {name}
                </th>
                <td className="tabular-nums">{taken.toLocaleString("en-US")}</td>
                <td className="tabular-nums">{median === null ? "No outcome" : durationText(median)}</td>
                <td className="tabular-nums">{percentOf(withinFive, taken)}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

type MedianProps = { of: FirstContacts; longest: number; tone: "brand" | "info" };

function Median({ of: { total, contacted, median, wallMedian, withinFive }, longest, tone }: MedianProps) {
  if (total === 0) return <span className="text-muted">None came in</span>;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{wallMedian === null ? "No contact" : durationText(wallMedian)}</span>
        <span className="tabular-nums text-muted">
          {contacted.toLocaleString("en-US")} of {total.toLocaleString("en-US")} contacted
        </span>
      </p>
      {wallMedian !== null && (
        <div className="bar" aria-hidden="true">
          <div className={`bar-fill ${BARS[tone]}`} style={{ width: `${(wallMedian / longest) * 100}%` }} />
        </div>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-muted">
        {median !== null && <span>{durationText(median)} of business hours</span>}
        <span>{percentOf(withinFive, total)}% within five minutes</span>
      </p>
    </>
  );
}
