import type { Recipient } from "#deals/offers/admin.ts";
import { differencesOf, type OfferFigures, partsOf } from "#deals/offers/arithmetic.ts";
import { ALTERNATIVES, PARTS } from "#deals/offers/offer.ts";
import { formatCents } from "#platform/money.ts";
import { signedText } from "../sheet/words.ts";

type Props = { figures: OfferFigures; recipient: Pick<Recipient, "askingCents" | "owedCents"> };

export function LiveSums({ figures: { cash, later, list }, recipient: { askingCents, owedCents } }: Props) {
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
        {later &&
          differencesOf(later, cash).map(({ part, cents, insteadOf }) => (
            <Line key={part} term={`${PARTS[part]}, instead of ${signedText(insteadOf)}`} cents={cents} />
          ))}
        {list && <Line term={ALTERNATIVES.list} cents={list.cents} />}
      </dl>
      {(askingCents !== undefined || owedCents !== undefined) && (
        <dl className="mt-3 border-line border-t pt-2 tabular-nums">
          {askingCents !== undefined && <Line term="Asking price" cents={askingCents} />}
          {askingCents !== undefined && <Line term="Cash now beyond that" cents={cash.cents - askingCents} />}
          {owedCents !== undefined && <Line term="Mortgage and liens" cents={owedCents} />}
          {owedCents !== undefined && <Line term="Cash now leaves them" cents={cash.cents - owedCents} />}
        </dl>
      )}
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
