import type { ReactNode } from "react";

/** A titled group of a record's facts. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="detail-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export type Detail = readonly [label: string, value: ReactNode];

/** Facts in two columns; those without a value are left out. */
export function DetailList({ details }: { details: readonly (Detail | false | undefined)[] }) {
  return (
    <dl className="detail-list">
      {details.map(
        (detail) =>
          detail && (
            <div key={detail[0]}>
              <dt>{detail[0]}</dt>
              <dd>{detail[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
