import { percentOf } from "#analytics/analytics.ts";

export type BarTone = "brand" | "ok" | "danger" | "control" | "lamp" | "info";

type Props = { total: number; shares: readonly { label: string; count: number; tone: BarTone }[] };

/** Parts of a whole. What a bar shows stands beside it in figures. */
export function ShareBars({ total, shares }: Props) {
  return (
    <ul className="grid gap-4">
      {shares.map(({ label, count, tone }) => {
        const percent = percentOf(count, total);
        return (
          <li key={label}>
            <p className="flex justify-between gap-4">
              <span>{label}</span>
              <span className="tabular">
                {count.toLocaleString("en-US")} ({percent}%)
              </span>
            </p>
            <div className="bar" aria-hidden="true">
              <div className={`bar-fill bar-${tone}`} style={{ width: `${percent}%` }} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
