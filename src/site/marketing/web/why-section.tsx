import { isShown } from "#company/facts/claims.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";

export function WhySection({ lot }: { lot: number }) {
  const { claims, words } = useFacts();
  const [hasBenefits, hasComparison] = [isShown(claims.benefits), isShown(claims.comparison)];
  // One or two would leave a hole beside the table.
  const isBeside = hasBenefits && hasComparison && words.benefits.items.length > 2;
  const columns = isBeside ? "lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]" : "";
  return (
    <section className="section" aria-labelledby={hasBenefits ? "why-choose-us" : "comparison"}>
      <div className={`wrap grid gap-x-16 gap-y-8 sm:gap-y-12 ${columns}`}>
        {hasBenefits && <Benefits lot={lot} isWide={!isBeside} />}
        {hasComparison && <Comparison {...(!hasBenefits && { lot })} isBeside={isBeside} />}
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
      <ul className={`mt-5 gap-3 sm:mt-8 sm:gap-6 ${isWide ? "filled md:gap-x-16" : "grid"}`}>
        {items.map((benefit) => (
          <li key={benefit.title} className="grid grid-cols-[--spacing(8)_1fr] gap-x-3 sm:gap-x-4">
            <LitWindow />
            <div>
              <h3>{benefit.title}</h3>
              <p className="leading-[1.4] sm:mt-1 sm:leading-[1.6]">{benefit.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Comparison({ lot, isBeside }: { lot?: number; isBeside: boolean }) {
  const { claims, words } = useFacts();
  const { title, us, other, note, items } = words.comparison;
  return (
    <div className={isBeside ? "self-start lg:mt-16" : ""}>
      <LotLabel {...(lot !== undefined && { lot })} claim={claims.comparison} />
      <table className="comparison">
        <caption id="comparison">{title}</caption>
        <thead>
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
              <td>{row.us}</td>
              <td>{row.other}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className="mt-3 text-muted text-small sm:mt-4">{note}</p>}
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
