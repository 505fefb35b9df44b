import type { ReactNode } from "react";

export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-(length:--text-body) print:mb-0.5 print:text-(length:--text-dense)">{title}</h3>
      {children}
    </section>
  );
}

export type Detail = readonly [label: string, value: ReactNode];

const ROW =
  "grid grid-cols-[clamp(--spacing(28),38%,--spacing(44))_minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-t py-1.25 print:py-0.25";

export function DetailList({ details }: { details: readonly (Detail | false | undefined)[] }) {
  return (
    <dl>
      {details.map(
        (detail) =>
          detail && (
            <div key={detail[0]} className={ROW}>
              <dt className="text-muted">{detail[0]}</dt>
              <dd className="wrap-anywhere">{detail[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
