import { isShown } from "#company/facts/claims.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";

export function WhySection({ lot }: { lot: number }) {
  const { claims } = useFacts();
  const [hasBenefits, hasComparison] = [isShown(claims.benefits), isShown(claims.comparison)];
  const columns = hasBenefits && hasComparison ? "lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]" : "";
  return (
    <section className="section" aria-labelledby={hasBenefits ? "why-choose-us" : "comparison"}>
      <div className={`wrap grid gap-x-16 gap-y-12 ${columns}`}>
        {hasBenefits && <Benefits lot={lot} isWide={!hasComparison} />}
        {hasComparison && <Comparison {...(!hasBenefits && { lot })} />}
      </div>
    </section>
  );
}

function Benefits({ lot, isWide }: { lot: number; isWide: boolean }) {
  const { claims, words } = useFacts();
  const { above, title, items } = words.benefits;
  return (
    <div>
      <LotLabel lot={lot} claim={claims.benefits}>
        {above}
      </LotLabel>
      <h2 id="why-choose-us">{title}</h2>
      <ul className={`mt-8 grid gap-6 ${isWide ? "md:grid-cols-2 md:gap-x-16" : ""}`}>
        {items.map((benefit) => (
          <li key={benefit.title} className="grid grid-cols-[--spacing(8)_1fr] gap-x-4">
            <LitWindow />
            <div>
              <h3>{benefit.title}</h3>
              <p className="mt-1">{benefit.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Comparison({ lot }: { lot?: number }) {
  const { claims, words } = useFacts();
  const { title, us, other, note, items } = words.comparison;
  return (
    <div className={lot === undefined ? "self-start lg:mt-16" : ""}>
      <LotLabel {...(lot !== undefined && { lot })} claim={claims.comparison} />
      <table className="comparison">
        <caption id="comparison">{title}</caption>
        <thead className="max-sm:sr-only">
          <tr>
            <td />
            <th scope="col">{us}</th>
            <th scope="col">{other}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <tr key={row.title}>
              <th scope="row">{row.title}</th>
              <td data-column={us}>{row.us}</td>
              <td data-column={other}>{row.other}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className="mt-4 text-muted text-small">{note}</p>}
    </div>
  );
}

function LitWindow() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" fill="none" strokeLinejoin="round" aria-hidden="true">
      <path d="M4 4h24v24H4z" fill="var(--lamp)" stroke="var(--ink)" strokeWidth="2.25" />
      <path d="M16 4v24M4 16h24" stroke="var(--ink)" strokeWidth="1.5" />
    </svg>
  );
}
