import { type PartSum, partsOf, type Sum } from "#deals/offers/arithmetic.ts";
import { PARTS } from "#deals/offers/offer.ts";
import { formatCents } from "#platform/money.ts";
import { signedText } from "./words.ts";

const WIDTH = 360;
const ROW = 40;
const BAR_TOP = 20;
const BAR = 14;

/** Draws one bar for each part from the value to the offer. The table beside it has the same numbers. */
export function Waterfall({ sum }: { sum: Sum }) {
  const parts = partsOf(sum);
  const value = parts.find(({ part }) => part === "value")?.cents ?? 0;
  const bars = barsOf(parts);
  const widest = Math.max(value, sum.cents, ...bars.map(({ to }) => to));
  if (widest <= 0) return null;
  const x = (cents: number) => (Math.max(0, cents) / widest) * WIDTH;
  const height = (bars.length + 1) * ROW;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} className="waterfall" role="img">
      <title>{`From a value of ${formatCents(value)} to the offer of ${formatCents(sum.cents)}. The table has every number.`}</title>
      {bars.map(({ part, cents, from, to }, index) => (
        <g key={part}>
          <rect
            x={x(from)}
            y={index * ROW + BAR_TOP}
            width={Math.max(1, x(to) - x(from))}
            height={BAR}
            className={part === "value" ? "waterfall-value" : "waterfall-cost"}
          />
          {/* This line connects the end of a bar to the start of the next. */}
          <path
            d={`M${x(cents < 0 ? from : to)} ${index * ROW + BAR_TOP + BAR}v${ROW - BAR}`}
            stroke="var(--control)"
          />
        </g>
      ))}
      <rect
        x={0}
        y={bars.length * ROW + BAR_TOP}
        width={Math.max(1, x(sum.cents))}
        height={BAR}
        className="waterfall-offer"
      />
      {/* Labels come last, so that no line crosses them. */}
      {bars.map(({ part, cents }, index) => (
        <BarLabel key={part} label={PARTS[part]} amount={signedText(cents)} row={index} />
      ))}
      <BarLabel label="The offer" amount={formatCents(sum.cents)} row={bars.length} />
    </svg>
  );
}

function BarLabel({ label, amount, row }: { label: string; amount: string; row: number }) {
  const y = row * ROW + BAR_TOP - 5;
  return (
    <>
      <text x={4} y={y}>
        {label}
      </text>
      <text x={WIDTH - 4} y={y} textAnchor="end">
        {amount}
      </text>
    </>
  );
}

type Bar = Pick<PartSum, "part" | "cents"> & { from: number; to: number };

function barsOf(parts: readonly PartSum[]): Bar[] {
  let reached = 0;
  return parts.map(({ part, cents }) => {
    const start = reached;
    reached += cents;
    return { part, cents, from: Math.min(start, reached), to: Math.max(start, reached) };
  });
}
