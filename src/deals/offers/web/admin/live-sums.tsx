import { type OfferFigures, partsOf } from "#deals/offers/arithmetic.ts";
import { ALTERNATIVES, PARTS } from "#deals/offers/offer.ts";
import { formatCents } from "#platform/money.ts";
import { signedText } from "../sheet/words.ts";

export function LiveSums({ figures: { cash, later, list } }: { figures: OfferFigures }) {
  return (
    <section aria-labelledby="live-sums" className="card">
      <h2 id="live-sums" className="mb-3 text-h3">
        It comes to
      </h2>
      <dl className="tabular-nums">
        {partsOf(cash).map(({ part, cents }) => (
          <Line key={part} term={PARTS[part]} cents={cents} />
        ))}
      </dl>
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 border-ink border-t-2 pt-2 font-semibold">
        <span>{ALTERNATIVES.cash}</span>
        <span className="tabular-nums">{formatCents(cash.cents)}</span>
      </p>
      <dl className="tabular-nums">
        {later && <Line term={ALTERNATIVES.later} cents={later.cents} />}
        {list && <Line term={ALTERNATIVES.list} cents={list.cents} />}
      </dl>
    </section>
  );
}

function Line({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1">
      <dt className="text-muted">{term}</dt>
      <dd>{signedText(cents)}</dd>
    </div>
  );
}
