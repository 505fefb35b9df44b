import type { ReactNode } from "react";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownFigure } from "#company/shell/shown.ts";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { KeyDrawing, OfferDrawing, SpeechDrawing, StepsPath } from "./drawings/step-drawings.tsx";

function stepsOf(facts: Facts) {
  const offer = shownFigure(facts, "offerWithin");
  const closing = shownFigure(facts, "averageClosing");
  return [
    {
      title: "Contact Us",
      Drawing: SpeechDrawing,
      you: "Book a free meeting, call, or write. A few words are enough.",
      we: "We ask about the house and your date, and look at it once.",
      takes: "One talk, and one visit",
    },
    {
      title: "Get a Fair Offer",
      Drawing: OfferDrawing,
      you: "Read it, show it to someone you trust, say yes or no.",
      we: "We put the number and how we came to it on one page.",
      takes: offer ? (
        <>
          Within {offer.value} of our visit {offer.isSample && <SampleMark />}
        </>
      ) : (
        "Until soon after our visit"
      ),
    },
    {
      title: "Close & Move On",
      Drawing: KeyDrawing,
      you: "Choose the day, take what you want, hand over the keys.",
      we: "We pay cash through a title company and clear what is left.",
      takes: closing ? (
        <>
          {closing.value} on average{closing.isSample && " "}
          {closing.isSample && <SampleMark />}, or your date
        </>
      ) : (
        "Until the title is clear, or your date"
      ),
    },
  ];
}

const OFFER_LINES = [
  { sign: "", line: "What similar houses nearby sold for lately", note: "three to five sales, listed by address" },
  { sign: "−", line: "Repairs the house needs", note: "line by line" },
  { sign: "−", line: "Our costs", note: "closing, taxes and insurance until we resell" },
  { sign: "−", line: "Our margin", note: "what we live on, stated as a figure" },
];

export function HowItWorksSection() {
  const facts = useFacts();
  return (
    <section id="how-it-works" tabIndex={-1} className="section on-deep scroll-mt-(--bar)" aria-labelledby="how-title">
      <div className="wrap">
        <p className="lot-label">Lot 4 · Three steps</p>
        <h2 id="how-title">How It Works</h2>
        <div className="relative mt-10">
          <div className="absolute inset-x-0 -top-6 hidden h-36 lg:block [&>svg]:size-full" data-draw="">
            <StepsPath />
          </div>
          <ol className="relative grid gap-10 lg:grid-cols-3 lg:gap-16">
            {stepsOf(facts).map(({ title, Drawing, you, we, takes }, index) => (
              <li key={title} className="step group">
                <div className="items-center justify-between max-lg:[&>svg]:hidden lg:flex lg:h-32 lg:pr-[20%] lg:group-nth-2:items-start">
                  <span className="house-number" aria-hidden="true">
                    {index + 1}
                  </span>
                  <Drawing />
                </div>
                <h3 className="min-h-11 content-center text-plate">{title}</h3>
                <dl className="mt-3 grid gap-2">
                  <StepLine term="You">{you}</StepLine>
                  <StepLine term="We">{we}</StepLine>
                  <StepLine term="Takes">{takes}</StepLine>
                </dl>
              </li>
            ))}
          </ol>
        </div>
        <OfferLedger />
      </div>
    </section>
  );
}

function StepLine({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[--spacing(16)_1fr]">
      <dt className="font-semibold">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const LEDGER_LINE = "grid grid-cols-[--spacing(8)_minmax(0,1fr)] items-start px-5 py-3 leading-[1.45]";

function OfferLedger() {
  return (
    <div className="mt-16 grid items-center gap-x-16 gap-y-8 border-line border-t pt-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div>
        <h3 className="text-h2">How we work out an offer</h3>
        <p className="mt-3">
          You get this page with your numbers on it. Nothing is rounded in our favor without telling you.
        </p>
        <ButtonLink href="/book-meeting" variant="lamp" size="hero" className="mt-8 w-full sm:w-auto">
          Start Your Journey Today
        </ButtonLink>
      </div>
      <div className="rounded-card border-stroke border-ink">
        <ul>
          {OFFER_LINES.map(({ sign, line, note }) => (
            <li key={line} className={`${LEDGER_LINE} border-line border-b`}>
              <span className="font-bold font-display" aria-hidden="true">
                {sign}
              </span>
              <span>
                {sign && <span className="sr-only">minus </span>}
                <span className="font-semibold">{line}</span>
                <br />
                <span className="text-small">{note}</span>
              </span>
            </li>
          ))}
        </ul>
        <p
          className={`${LEDGER_LINE} -mt-px border-ink border-t-3 border-double font-display font-heading text-(length:--text-h3)`}
        >
          <span className="font-bold font-display" aria-hidden="true">
            =
          </span>
          Your cash offer
        </p>
      </div>
    </div>
  );
}
