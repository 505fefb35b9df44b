import type { ReactNode } from "react";
import type { Report } from "#deals/campaigns/admin.ts";
import {
  type Figures,
  GROUPINGS,
  type Grouping,
  MIN_FOR_RATE,
  ratesOf,
  STEP_NAMES,
  STEPS,
  type Step,
} from "#deals/campaigns/report.ts";
import { formatCents } from "#platform/money.ts";
import { ScrollRegion } from "#platform/web/ui/scroll-region.tsx";
import { Nothing } from "./nothing.tsx";

type Props = { report: Report; by: Grouping; caption: string; isBusy: boolean };

const HEADINGS = ["Link visits", ...STEP_NAMES.map((step) => STEPS[step].label), "Spend", "Spread"];
const FIRST = "sticky left-0 z-10 w-[11rem] max-w-[11rem] bg-surface";

export function ReportTable({ report: { rows, others, total }, by, caption, isBusy }: Props) {
  return (
    <ScrollRegion className="table-region relative" label="Attribution report" isBusy={isBusy}>
      <table className="table table-tight min-w-260">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={FIRST}>
              {GROUPINGS[by].label}
            </th>
            {HEADINGS.map((heading) => (
              <th key={heading} scope="col" className="text-right wrap-normal">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.name} className="group">
              <th scope="row" className={`${FIRST} wrap-anywhere group-hover:bg-band`}>
                {others > 0 && index === rows.length - 1 ? `All others (${formatCount(others)})` : row.name}
              </th>
              <Cells of={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-control font-semibold">
            <th scope="row" className={FIRST}>
              Total
              <Below>{coverOf(total)}</Below>
            </th>
            <Cells of={total} />
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

/** What the costs of the total are of. */
function coverOf({ leads, paid, spendCents }: Figures): string {
  if (spendCents === null) return "No spend entered";
  return paid.leads === leads
    ? "Spend covers all leads"
    : `Spend covers ${formatCount(paid.leads)} of ${formatCount(leads)} leads`;
}

function Cells({ of }: { of: Figures }) {
  return (
    <>
      <td className="tabular-nums text-right whitespace-nowrap">
        {of.visits === null ? <Nothing>No short link</Nothing> : formatCount(of.visits)}
      </td>
      {STEP_NAMES.map((step) => (
        <td key={step} className="tabular-nums text-right whitespace-nowrap">
          {formatCount(of[step])}
          <Rates of={of} step={step} />
        </td>
      ))}
      <td className="tabular-nums text-right whitespace-nowrap">
        {of.spendCents === null ? <Nothing>Nothing entered</Nothing> : formatCents(of.spendCents)}
      </td>
      <td className="tabular-nums text-right whitespace-nowrap">
        {of.spreads === 0 ? <Nothing>Not known</Nothing> : formatCents(of.spreadCents)}
        {of.spreads > 0 && <Below>of {formatCount(of.spreads)}</Below>}
      </td>
    </>
  );
}

function Rates({ of, step }: { of: Figures; step: Step }) {
  const rates = ratesOf(of, step);
  const isTooFew = rates.length === 0 && of[step] > 0 && (step !== "leads" || of.spendCents !== null);
  return (
    <>
      {step === "leads" && of.said > 0 && <Below>{formatCount(of.said)} said by phone</Below>}
      {rates.map((rate) => (
        <Below key={rate}>{rate}</Below>
      ))}
      {isTooFew && (
        <Below>
          <Nothing>Fewer than {MIN_FOR_RATE}</Nothing>
        </Below>
      )}
    </>
  );
}

function Below({ children }: { children: ReactNode }) {
  return <span className="block text-fine text-muted">{children}</span>;
}

function formatCount(figure: number): string {
  return figure.toLocaleString("en-US");
}
