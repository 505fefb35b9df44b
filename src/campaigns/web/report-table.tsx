import type { Report } from "#campaigns/admin.ts";
import { type Figures, GROUPINGS, type Grouping, shareHeld } from "#campaigns/report.ts";

type Props = { report: Report; by: Grouping; caption: string; isBusy: boolean };

const HEADINGS = ["Leads", "Meetings", "Messages", "Held", "Cancelled", "Open", "Share held", "Link visits"];
/** Stays visible when the figures scroll. */
const FIRST = "sticky left-0 z-10 w-[11rem] max-w-[11rem] bg-surface";

export function ReportTable({ report: { rows, others, total }, by, caption, isBusy }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-region relative" aria-label="Attribution report" aria-busy={isBusy} tabIndex={0}>
      <table className="table table-tight min-w-208">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={FIRST}>
              {GROUPINGS[by].label}
            </th>
            {HEADINGS.map((heading) => (
              <th key={heading} scope="col" className="text-right">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.name} className="group">
              <th scope="row" className={`${FIRST} wrap-anywhere group-hover:bg-band`}>
                {others > 0 && index === rows.length - 1 ? `All others (${whole(others)})` : row.name}
              </th>
              <Cells of={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-control font-semibold">
            <th scope="row" className={FIRST}>
              Total
            </th>
            <Cells of={total} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Cells({ of }: { of: Figures }) {
  const share = shareHeld(of);
  return (
    <>
      {[of.leads, of.booked, of.messages, of.held, of.cancelled, of.open].map((figure, index) => (
        <td key={HEADINGS[index]} className="tabular-nums text-right">
          {whole(figure)}
        </td>
      ))}
      <td className="tabular-nums text-right">{share === undefined ? <Nothing>None decided</Nothing> : `${share}%`}</td>
      <td className="tabular-nums text-right">
        {of.visits === null ? <Nothing>No short link</Nothing> : whole(of.visits)}
      </td>
    </>
  );
}

/** A dash for the eye, words for screen readers. */
function Nothing({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">{children}</span>
    </>
  );
}

function whole(figure: number): string {
  return figure.toLocaleString("en-US");
}
