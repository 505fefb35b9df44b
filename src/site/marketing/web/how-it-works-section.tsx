import { isShown } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { KeyDrawing, OfferDrawing, SpeechDrawing, StepsPath } from "./drawings/step-drawings.tsx";

const DRAWINGS = [SpeechDrawing, OfferDrawing, KeyDrawing];

export function HowItWorksSection({ lot }: { lot: number }) {
  const { claims, words } = useFacts();
  const { above, title, items } = words.steps;
  return (
    <section id="how-it-works" tabIndex={-1} className="section on-deep scroll-mt-(--bar)" aria-labelledby="how-title">
      <div className="wrap">
        <LotLabel lot={lot} claim={claims.steps}>
          {above}
        </LotLabel>
        <h2 id="how-title">{title}</h2>
        <div className="relative mt-6 lg:mt-10">
          {items.length === DRAWINGS.length && (
            <div className="absolute inset-x-0 -top-6 hidden h-36 lg:block [&>svg]:size-full" data-draw="">
              <StepsPath />
            </div>
          )}
          <ol className="relative grid gap-6 lg:auto-cols-fr lg:grid-flow-col lg:gap-16">
            {items.map((step, index) => (
              <Step key={step.title} step={step} number={index + 1} />
            ))}
          </ol>
        </div>
        {isShown(claims.arithmetic) ? <OfferLedger /> : <StartButton />}
      </div>
    </section>
  );
}

type StepProps = { step: Facts["words"]["steps"]["items"][number]; number: number };

function Step({ step: { title, you, we, takes }, number }: StepProps) {
  const Drawing = DRAWINGS[number - 1];
  return (
    <li className="step group">
      <div className="items-center justify-between max-lg:[&>svg]:hidden lg:flex lg:h-32 lg:pr-[20%] lg:group-only:justify-start lg:group-only:gap-10 lg:group-nth-2:items-start">
        <span className="house-number" aria-hidden="true">
          {number}
        </span>
        {Drawing && <Drawing />}
      </div>
      <h3 className="min-h-11 content-center text-plate">{title}</h3>
      <dl className="mt-1 grid gap-1 leading-[1.4] lg:mt-3 lg:gap-2 lg:leading-[1.6]">
        <StepLine term="You">{you}</StepLine>
        <StepLine term="We">{we}</StepLine>
        <StepLine term="Takes">{takes}</StepLine>
      </dl>
    </li>
  );
}

function StepLine({ term, children }: { term: string; children: string }) {
  if (!children) return null;
  return (
    <div className="grid grid-cols-[--spacing(14)_1fr] sm:grid-cols-[--spacing(16)_1fr]">
      <dt className="font-semibold">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const LEDGER_LINE =
  "grid grid-cols-[--spacing(8)_minmax(0,1fr)] items-start px-3 py-1.5 leading-[1.45] sm:px-5 sm:py-3";

function StartButton() {
  return (
    <ButtonLink href="/book-meeting" variant="lamp" size="hero" className="mt-5 w-full sm:mt-8 sm:w-auto">
      Start Your Journey Today
    </ButtonLink>
  );
}

function OfferLedger() {
  const { claims, words } = useFacts();
  const { title, text, total, items } = words.arithmetic;
  return (
    <div className="mt-7 grid items-center gap-x-16 gap-y-5 border-line border-t pt-6 sm:mt-16 sm:gap-y-8 sm:pt-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div>
        <LotLabel claim={claims.arithmetic} />
        <h3 className="text-h2">{title}</h3>
        <p className="mt-3">{text}</p>
        <StartButton />
      </div>
      <div className="rounded-card border-stroke border-ink">
        <ul>
          {items.map((line, index) => (
            <li key={line.title} className={`${LEDGER_LINE} border-line border-b`}>
              <span className="font-bold font-display" aria-hidden="true">
                {index > 0 && "−"}
              </span>
              <span>
                {index > 0 && <span className="sr-only">minus </span>}
                <span className="font-semibold">{line.title}</span>
                <br />
                <span className="text-small">{line.note}</span>
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
          {total}
        </p>
      </div>
    </div>
  );
}
