import "./share-bars.css";
import { percentOf } from "#operation/analytics/analytics.ts";

export const BARS = {
  brand: "bg-brand",
  ok: "bg-ok",
  danger: "bg-danger",
  control: "bg-control",
  info: "bg-info",
  lamp: "bar-lamp bg-lamp",
};

export type BarTone = keyof typeof BARS;

type Props = { total: number; shares: readonly { label: string; count: number; tone: BarTone }[] };

export function ShareBars({ total, shares }: Props) {
  return (
    <ul className="grid gap-4">
      {shares.map(({ label, count, tone }) => {
        const percent = percentOf(count, total);
        return (
          <li key={label}>
            <p className="flex justify-between gap-4">
              <span>{label}</span>
              <span className="tabular-nums">
                {count.toLocaleString("en-US")} ({percent}%)
              </span>
            </p>
            <div className="bar" aria-hidden="true">
              <div className={`bar-fill ${BARS[tone]}`} style={{ width: `${percent}%` }} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
