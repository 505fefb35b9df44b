import "./offer-sheet.css";
import type { ReactNode } from "react";
import { differencesOf, type OfferFigures, type Sum } from "#deals/offers/arithmetic.ts";
import { ALTERNATIVES, type Alternative, type OfferContent, PARTS } from "#deals/offers/offer.ts";
import type { ShownOffer } from "#deals/offers/seller.ts";
import { formatDay } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { SumTable } from "./sum-table.tsx";
import { Waterfall } from "./waterfall.tsx";
import { byHandText, monthsText, signedText } from "./words.ts";

/** The seller's page and the preview of staff show it. It prints on one sheet. */
export function OfferSheet({ offer: { content, figures } }: { offer: ShownOffer }) {
  return (
    <div className="offer-sheet">
      {content.note && <p className="offer-note">{content.note}</p>}
      <section aria-labelledby="offer-arithmetic" className="offer-part offer-arithmetic">
        <h2 id="offer-arithmetic">How it comes to {formatCents(figures.cash.cents)}</h2>
        <div className="offer-columns">
          <SumTable sum={figures.cash} caption="From the value to the offer" total="The offer, cash" />
          <div className="offer-aside">
            <Waterfall sum={figures.cash} />
            <Comparables of={content.value.comparables} />
          </div>
        </div>
      </section>
      {(figures.later || figures.list) && <Choices content={content} figures={figures} />}
    </div>
  );
}

function Comparables({ of }: { of: OfferContent["value"]["comparables"] }) {
  if (of.length === 0) return null;
  return (
    <div>
      <h3>What houses nearby sold for</h3>
      <ul className="offer-sales">
        {of.map(({ address, cents, day, source }) => (
          <li key={`${address} ${day}`}>
            <strong>{address}</strong>
            <span className="tabular-nums">{formatCents(cents)}</span>
            <span className="text-muted">
              {formatDay(day, "short")} · {source}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Choices({ content, figures }: { content: OfferContent; figures: OfferFigures }) {
  const { cash, later, list } = figures;
  return (
    <section aria-labelledby="offer-choices" className="offer-part">
      <h2 id="offer-choices">Your choices, side by side</h2>
      <div className="offer-choices">
        <Choice kind="cash" sum={cash}>
          <p>Paid at the closing, on a day that you choose: {daysText(content.closingDays)}.</p>
        </Choice>
        {later && content.later && (
          <Choice kind="later" sum={later}>
            <p>
              {formatCents(later.cents - cash.cents)} more, if the closing is on {daysText(content.later.closingDays)}.
            </p>
            <p>{content.later.why}</p>
            <Differences sum={later} from={cash} />
          </Choice>
        )}
        {list && content.list && (
          <Choice kind="list" sum={list}>
            <p>{comparison(list, cash, content.list.holding.months)}</p>
            <ListLines sum={list} />
          </Choice>
        )}
      </div>
    </section>
  );
}

function Choice({ kind, sum, children }: { kind: Alternative; sum: Sum; children: ReactNode }) {
  return (
    <div className="offer-choice">
      <h3>{ALTERNATIVES[kind]}</h3>
      <p className="offer-amount">
        {kind === "list" && "About "}
        {formatCents(sum.cents)}
      </p>
      {children}
    </div>
  );
}

function comparison(list: Sum, cash: Sum, months: number): string {
  const difference = list.cents - cash.cents;
  const time = months > 0 ? `in about ${monthsText(months)}` : "soon";
  const than =
    difference === 0
      ? "the same as cash now"
      : `${formatCents(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than cash now`;
  return `This would leave you ${than}, if it sells ${time} at the price that is expected. Nobody can promise that; ask an agent too.`;
}

/** Why more comes of a later date: only what differs from cash now. */
function Differences({ sum, from }: { sum: Sum; from: Sum }) {
  return (
    <ul className="offer-lines">
      {differencesOf(sum, from).map(({ part, cents, insteadOf }) => (
        <li key={part}>
          <span>{PARTS[part]}</span>
          <span className="tabular-nums">{signedText(cents)}</span>
          <span className="text-muted">instead of {signedText(insteadOf)}</span>
        </li>
      ))}
    </ul>
  );
}

function ListLines({ sum }: { sum: Sum }) {
  return (
    <ul className="offer-lines">
      {sum.figures.map((figure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name, and the list never changes
        <li key={index}>
          <span>{figure.label}</span>
          <span className="tabular-nums">{signedText(figure.cents)}</span>
          {figure.byHand && <span className="text-muted">{byHandText(figure)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** "Dec 11, 2026; Dec 18, 2026 or Jan 8, 2027" */
function daysText(days: readonly string[]): string {
  const named = days.map((day) => formatDay(day, "short"));
  return named.length > 1 ? `${named.slice(0, -1).join("; ")} or ${named.at(-1)}` : (named[0] ?? "to be agreed");
}
