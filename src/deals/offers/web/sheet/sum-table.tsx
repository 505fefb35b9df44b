import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { type Figure, type PartSum, partsOf, type Sum } from "#deals/offers/arithmetic.ts";
import { PARTS } from "#deals/offers/offer.ts";
import { byHandText, calculationText, partWords, signedText } from "./words.ts";

export function SumTable({ sum, caption, total }: { sum: Sum; caption: string; total: string }) {
  return (
    <table className="sum-table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      {partsOf(sum).map((part) => (
        <Part key={part.part} {...part} />
      ))}
      <tbody>
        <tr className="sum-table-total">
          <th scope="row">{total}</th>
          <td>{signedText(sum.cents)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Part({ part, cents, figures }: PartSum) {
  const { words } = useFacts();
  const [only] = figures;
  // A line with the name of its part needs no row of its own.
  const isOne = figures.length === 1 && only?.label === PARTS[part];
  return (
    <tbody>
      <tr className="sum-table-part">
        <th scope="row">
          {PARTS[part]}
          <span className="sum-table-words">{partWords(part, words)}</span>
          {isOne && only && <Details of={only} />}
        </th>
        <td>{signedText(cents)}</td>
      </tr>
      {!isOne &&
        figures.map((figure, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name, and the list never changes
          <Line key={index} figure={figure} />
        ))}
    </tbody>
  );
}

function Line({ figure }: { figure: Figure }) {
  return (
    <tr className="sum-table-line">
      <th scope="row">
        {figure.label}
        <Details of={figure} />
      </th>
      <td>{signedText(figure.cents)}</td>
    </tr>
  );
}

function Details({ of }: { of: Figure }): ReactNode {
  const [how, byHand] = [calculationText(of), byHandText(of)];
  return (
    <>
      {how && <span className="sum-table-words">{how}</span>}
      {byHand && <span className="sum-table-hand">{byHand}</span>}
    </>
  );
}
