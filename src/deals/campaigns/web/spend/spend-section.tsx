import { useState } from "react";
import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { addMonths, campaignText, monthText, type SpendList, type SpendRow } from "#deals/campaigns/spend.ts";
import { formatCents } from "#platform/money.ts";
import { AuditLogDialog } from "#platform/web/dialogs/audit-log-dialog.tsx";
import { Button, buttonClasses } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { ScrollRegion } from "#platform/web/ui/scroll-region.tsx";
import { Nothing } from "../nothing.tsx";
import { useSpend, useSpendAuditLog } from "../queries.ts";
import { SpendDialog } from "./spend-dialog.tsx";

type Open = { dialog: "add" | "history" } | { dialog: "edit"; row: SpendRow };

export function SpendSection() {
  const [until, setUntil] = useState("");
  const [open, setOpen] = useState<Open>();
  const query = useSpend(until);
  const { data, isPlaceholderData } = query;
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="spend" className="print:hidden mt-10 min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="spend" className="text-h3">
            Spend
          </h2>
          <p className="text-muted">
            What each campaign cost in a month. Choose a campaign to enter its amounts; the report then says what a lead
            and a contract cost.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="compact" onClick={() => setOpen({ dialog: "history" })}>
            <Icon name="icon-history" />
            History<span className="sr-only"> of the spend</span>
          </Button>
          <Link to="/admin/import" className={buttonClasses({ variant: "outline", size: "compact" })}>
            <Icon name="icon-file-up" />
            Import<span className="sr-only"> spend from a file</span>
          </Link>
          <Button size="compact" onClick={() => setOpen({ dialog: "add" })}>
            <Icon name="icon-plus" />
            Add Spend
          </Button>
        </div>
      </div>
      <LoadState query={query} what="the spend" fallback="Failed to load the spend" />
      {data && (
        <>
          <Months months={data.months} onChoose={setUntil} />
          {data.rows.length === 0 ? (
            <EmptyState>No campaign yet. Add what a postcard, a sign or an advertisement cost.</EmptyState>
          ) : (
            <SpendTable spend={data} isBusy={isPlaceholderData} onEdit={(row) => setOpen({ dialog: "edit", row })} />
          )}
          {data.others > 0 && (
            <p className="mt-2 text-muted">
              {data.others.toLocaleString("en-US")} more campaigns are not shown. Their amounts are in the total.
            </p>
          )}
          {open?.dialog === "add" && <SpendDialog months={data.months} onClose={close} />}
          {open?.dialog === "edit" && <SpendDialog months={data.months} row={open.row} onClose={close} />}
        </>
      )}
      {open?.dialog === "history" && <SpendAuditLogDialog onClose={close} />}
    </section>
  );
}

function Months({ months, onChoose }: { months: readonly string[]; onChoose: (until: string) => void }) {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <p role="status">
        {monthText(first)} to {monthText(last)}
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="compact" onClick={() => onChoose(addMonths(last, -months.length))}>
          <Icon name="icon-chevron-left" />
          Earlier<span className="sr-only"> months</span>
        </Button>
        <Button variant="outline" size="compact" onClick={() => onChoose(addMonths(last, months.length))}>
          Later<span className="sr-only"> months</span>
          <Icon name="icon-chevron-right" />
        </Button>
      </div>
    </div>
  );
}

/** Stays visible when the months scroll. */
const FIRST = "sticky left-0 z-10 w-[11rem] max-w-[11rem] bg-surface";

type TableProps = { spend: SpendList; isBusy: boolean; onEdit: (row: SpendRow) => void };

function SpendTable({ spend: { months, rows, totals }, isBusy, onEdit }: TableProps) {
  return (
    <ScrollRegion ref={showNewest} className="table-region relative" label="By month" isBusy={isBusy}>
      <table className="table table-tight min-w-208">
        <caption className="sr-only">Spend of each campaign by month</caption>
        <thead>
          <tr>
            <th scope="col" className={FIRST}>
              Campaign
            </th>
            {months.map((month) => (
              <th key={month} scope="col" className="text-right">
                {monthText(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.source} ${row.campaign}`} className="group">
              <th scope="row" className={`${FIRST} wrap-anywhere group-hover:bg-band`}>
                <button type="button" className="link min-h-6 cursor-pointer text-left" onClick={() => onEdit(row)}>
                  <span className="sr-only">Enter spend of </span>
                  {campaignText(row)}
                </button>
              </th>
              {months.map((month) => {
                const amount = row.amounts.find((known) => known.month === month);
                return (
                  <td key={month} className="tabular-nums text-right whitespace-nowrap">
                    {amount ? formatCents(amount.cents) : <Nothing>Nothing entered</Nothing>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-control font-semibold">
            <th scope="row" className={FIRST}>
              Total
            </th>
            {totals.map(({ month, cents }) => (
              <td key={month} className="tabular-nums text-right whitespace-nowrap">
                {formatCents(cents)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

/** If not all months fit, the newest are visible. */
function showNewest(region: HTMLElement | null): void {
  if (region) region.scrollLeft = region.scrollWidth;
}

function SpendAuditLogDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useFacts();
  return <AuditLogDialog of="Spend" query={useSpendAuditLog()} timeZone={timeZone} onClose={onClose} />;
}
