import "./report-drawing.css";
import { type Figures, ratesOf, STEP_NAMES, STEPS } from "#deals/campaigns/report.ts";
import { formatCents } from "#platform/money.ts";

type Props = { total: Figures; range: string };
type Bar = { label: string; count: number; note: string };

export function ReportDrawing({ total, range }: Props) {
  const bars: Bar[] = [
    ...(total.visits === null ? [] : [{ label: "Link visits", count: total.visits, note: "" }]),
    ...STEP_NAMES.map((step) => {
      const said = step === "leads" && total.said > 0 ? [`${total.said.toLocaleString("en-US")} said by phone`] : [];
      return { label: STEPS[step].label, count: total[step], note: [...said, ...ratesOf(total, step)].join(", ") };
    }),
  ];
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <figure className="card mb-4">
      <figcaption>
        <h3 className="text-label">From the visit to the closing</h3>
        <p className="text-muted">
          {range}, all rows together.
          {total.spendCents !== null && ` ${formatCents(total.spendCents)} spent.`}
          {total.spreads > 0 &&
            ` Spread of ${total.spreads.toLocaleString("en-US")}: ${formatCents(total.spreadCents)}.`}
        </p>
      </figcaption>
      <ul className="mt-3 grid gap-2">
        {bars.map(({ label, count, note }) => (
          <li key={label} className="steps-row">
            <span>{label}</span>
            <svg className="steps-bar" aria-hidden="true">
              <rect width={`${(count / maxCount) * 100}%`} height="100%" />
            </svg>
            <span className="tabular-nums">
              {count.toLocaleString("en-US")}
              {note && <span className="text-muted"> · {note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
