import "./charts.css";
import type { ReactNode } from "react";
import type { ChartFigures, Share } from "#operation/analytics/admin.ts";
import { percentOf } from "#operation/analytics/analytics.ts";
import { addDays, formatDay, zoneNames } from "#platform/dates.ts";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { ScrollRegion } from "#platform/web/ui/scroll-region.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useCharts } from "./queries.ts";
import { ShareBars } from "./share-bars.tsx";

export default function Charts() {
  const { data, isError, refetch } = useCharts();
  if (isError)
    return (
      <div className="mt-6">
        <LoadError onRetry={() => refetch()}>Failed to load analytics data</LoadError>
      </div>
    );
  if (!data) return <Skeleton className="mt-6 h-80 w-full" />;
  return (
    <>
      <ChartCard
        title="Leads per week"
        note={`From bookings, messages and calls: each property of a person once. The last ${data.weeks.length} weeks, Monday to Sunday, ${zoneNames(data.timeZone).name}. The last one is not over yet.`}
      >
        <WeeksChart weeks={data.weeks} />
        <TableView
          caption="Leads per week"
          heads={["Week", "Leads"]}
          rows={data.weeks.map(({ from, count }) => [weekText(from), count])}
        />
      </ChartCard>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ShareCard
          title="Leads by source"
          note={`How the people of the leads of the last ${data.weeks.length} weeks first found the company.`}
          shares={data.sources}
          tone="brand"
        />
        <ShareCard
          title="Leads by situation"
          note={`Why the people of the leads of the last ${data.weeks.length} weeks think of selling.`}
          shares={data.situations}
          tone="info"
        />
      </div>
    </>
  );
}

const WIDTH = 780;
const HEIGHT = 220;
const TOP = 24;
const BOTTOM = 36;
const LEFT = 44;
const RIGHT = 16;

function WeeksChart({ weeks }: { weeks: ChartFigures["weeks"] }) {
  const most = niceCeiling(Math.max(1, ...weeks.map(({ count }) => count)));
  const step = (WIDTH - LEFT - RIGHT) / weeks.length;
  const y = (count: number) => HEIGHT - BOTTOM - (count / most) * (HEIGHT - TOP - BOTTOM);
  const total = weeks.reduce((sum, { count }) => sum + count, 0);
  return (
    <ScrollRegion ref={showNewest} className="overflow-x-auto" label="Chart of leads per week">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="chart" role="img">
        <title>{`${total.toLocaleString("en-US")} leads in ${weeks.length} weeks. The table below has every week.`}</title>
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <path d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} stroke="var(--line)" />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {value.toLocaleString("en-US")}
            </text>
          </g>
        ))}
        {weeks.map(({ from, count }, index) => {
          const isRunning = index === weeks.length - 1;
          const x = LEFT + index * step + step * 0.15;
          return (
            <g key={from}>
              <rect
                x={x}
                y={y(count)}
                width={step * 0.7}
                height={HEIGHT - BOTTOM - y(count)}
                className={isRunning ? "chart-bar-running" : "chart-bar"}
              >
                <title>{`${weekText(from)}: ${count}`}</title>
              </rect>
              {index % 4 === 1 && (
                <text x={x + step * 0.35} y={HEIGHT - 12} textAnchor="middle">
                  {formatDay(from, "short").replace(/, \d+$/, "")}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </ScrollRegion>
  );
}

function showNewest(chart: HTMLElement | null): void {
  if (chart) chart.scrollLeft = chart.scrollWidth;
}

type ShareCardProps = { title: string; note: string; shares: readonly Share[]; tone: "brand" | "info" };

function ShareCard({ title, note, shares, tone }: ShareCardProps) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartCard title={title} note={note}>
      {total === 0 ? (
        <p className="text-muted">No leads in these weeks.</p>
      ) : (
        <ShareBars total={total} shares={shares.map((share) => ({ ...share, tone }))} />
      )}
      <TableView
        caption={title}
        heads={[title.replace("Leads by s", "S"), "Leads", "Share"]}
        rows={shares.map(({ label, count }) => [label, count, `${percentOf(count, total)}%`])}
      />
    </ChartCard>
  );
}

function ChartCard({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="card mt-6 min-w-0">
      <h2 className="text-h3">{title}</h2>
      <p className="mb-4 text-muted">{note}</p>
      {children}
    </section>
  );
}

type TableViewProps = { caption: string; heads: readonly string[]; rows: readonly (readonly (string | number)[])[] };

function TableView({ caption, heads, rows }: TableViewProps) {
  return (
    <details className="mt-4">
      <summary className="link">Show as a table</summary>
      <table className="table table-tight mt-2">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={index === 0 ? undefined : "text-right"}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, index) => (
                <td key={heads[index + 1]} className="text-right">
                  {typeof figure === "number" ? figure.toLocaleString("en-US") : figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function weekText(from: string): string {
  return `${formatDay(from, "short")} to ${formatDay(addDays(from, 6), "short")}`;
}

function niceCeiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const nice = [1, 2, 4, 5, 6, 8, 10].find((step) => step * power >= most) ?? 10;
  return Math.max(2, nice * power);
}
