import type { ReactNode } from "react";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownFigure } from "#company/shell/shown.ts";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";

function closingOf(facts: Facts): ReactNode {
  const closing = shownFigure(facts, "averageClosing");
  return (
    closing && (
      <>
        {closing.value} on average
        {closing.isSample && (
          <>
            {" "}
            <SampleMark />
          </>
        )}
      </>
    )
  );
}

function benefitsOf(facts: Facts): { title: string; text: ReactNode }[] {
  const closing = closingOf(facts);
  return [
    {
      title: "Fast Closings",
      text: closing ? (
        <>{closing}, or later if that suits you better.</>
      ) : (
        "As soon as the title is clear, or later if that suits you better."
      ),
    },
    { title: "No Repairs Needed", text: "The roof, the furnace, the full attic: all of it can stay as it is." },
    {
      title: "Fair Cash Offers",
      text: "In writing, with the arithmetic on the same page. No lender who can change their mind.",
    },
    { title: "No Commissions", text: "You deal with us directly, and we pay the usual closing costs." },
    { title: "Local Experts", text: `We work in ${facts.company.areaServed} and nowhere else.` },
  ];
}

function comparisonOf(facts: Facts): { what: string; us: ReactNode; agent: string }[] {
  return [
    { what: "Repairs", us: "None. We buy it as it stands", agent: "Often some, before listing or after inspection" },
    { what: "Commissions", us: "None", agent: "Agreed with the agent, paid from the sale" },
    { what: "Showings", us: "One visit from us", agent: "Viewings until a buyer is found" },
    { what: "Closing date", us: "You set it", agent: "Agreed with the buyer and their lender" },
    {
      what: "Time to close",
      us: closingOf(facts) ?? "As soon as the title is clear",
      agent: "Depends on the buyer and the loan",
    },
    {
      what: "Price",
      us: "Allows for repairs, our costs and our margin",
      agent: "You may get a higher price",
    },
  ];
}

export function WhySection() {
  const facts = useFacts();
  return (
    <section className="section" aria-labelledby="why-choose-us">
      <div className="wrap grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <p className="lot-label">Lot 3 · Five reasons, one trade-off</p>
          <h2 id="why-choose-us">Why Choose Us</h2>
          <ul className="mt-8 grid gap-6">
            {benefitsOf(facts).map(({ title, text }) => (
              <li key={title} className="grid grid-cols-[--spacing(8)_1fr] gap-x-4">
                <LitWindow />
                <div>
                  <h3>{title}</h3>
                  <p className="mt-1">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <Comparison />
      </div>
    </section>
  );
}

function Comparison() {
  const facts = useFacts();
  return (
    <div className="self-start lg:mt-16">
      <table className="comparison">
        <caption>Two honest ways to sell</caption>
        <thead className="max-sm:sr-only">
          <tr>
            <td />
            <th scope="col">Selling to us</th>
            <th scope="col">Listing with an agent</th>
          </tr>
        </thead>
        <tbody>
          {comparisonOf(facts).map(({ what, us, agent }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td data-column="Selling to us">{us}</td>
              <td data-column="Listing with an agent">{agent}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-muted text-small">
        If time is on your side and the house shows well, ask an agent too. We would rather you compared.
      </p>
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
