import { useFacts } from "#company/facts/web/use-facts.ts";
import { CALL_BACK_FORM } from "#company/shell/call-back.ts";
import { shownFigures } from "#company/shell/shown.ts";
import { CallBackForm } from "#company/shell/web/parts/call-back-form.tsx";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { CallLink } from "#company/shell/web/parts/reach.tsx";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { HeroDrawing } from "./drawings/hero-drawing.tsx";

export function HeroSection() {
  const { claims, words } = useFacts();
  const { above, title, lead } = words.hero;
  return (
    <section aria-labelledby="hero-title">
      <div className="wrap grid items-center gap-x-8 pt-6 sm:pt-10 lg:grid-cols-2 lg:pt-14">
        <div className="pb-6 sm:pb-8 lg:pb-14">
          <LotLabel claim={claims.hero}>{above}</LotLabel>
          <h1 id="hero-title">
            {sentencesOf(title).map((sentence) => (
              <span key={sentence} className="block">
                {sentence}{" "}
              </span>
            ))}
          </h1>
          <p className="lead mt-3 sm:mt-5">{lead}</p>
          <form action="/book-meeting" data-carried-address="" className="mt-5 sm:mt-7">
            <label htmlFor="property-address" className="field-label">
              Property address
            </label>
            <div className="mt-1.5 flex flex-col gap-3 sm:flex-row">
              <input
                id="property-address"
                name="address"
                form={CALL_BACK_FORM}
                type="text"
                autoComplete="address-line1"
                maxLength={200}
                className="input min-h-14 sm:flex-1"
              />
              <ButtonLink href="/book-meeting" variant="lamp" size="hero">
                Get Your Cash Offer
              </ButtonLink>
            </div>
          </form>
          <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1">
            <ButtonLink href="/book-meeting" variant="outline" className="w-full sm:w-auto">
              Book a Free Consultation
            </ButtonLink>
            <p>
              <CallLink start="or call" className="link inline-flex min-h-11 items-center font-semibold" />
            </p>
          </div>
          <CallBackForm className="mt-3 sm:mt-6" />
        </div>
        <div className="h-28 overflow-hidden sm:h-(--drawing) lg:-mr-[calc(var(--gutter)/2)] lg:sticky lg:top-20 lg:h-auto lg:self-start [&>svg]:size-full lg:[&>svg]:h-auto">
          <HeroDrawing />
        </div>
      </div>
      <FigureStrip />
    </section>
  );
}

/** Each on a line of its own. */
function sentencesOf(title: string): string[] {
  return title.split(/(?<=[.!?])\s+/);
}

const LOTS =
  "grid grid-cols-[repeat(auto-fit,minmax(max(--spacing(34),34%),1fr))] px-(--edge) strip:grid-cols-[repeat(auto-fit,minmax(max(--spacing(44),20%),1fr))]";

function FigureStrip() {
  const facts = useFacts();
  const shown = shownFigures(facts);
  if (shown.length === 0) return null;
  return (
    <div className="relative border-line border-t bg-surface">
      <dl className={LOTS}>
        {shown.map(({ value, label, isSample }) => (
          <div
            key={label}
            className="plat-cross relative flex flex-col border-line border-l py-2.5 pr-3 pl-5 strip:py-5 max-strip:nth-[n+3]:border-t max-strip:odd:last:col-span-full strip:last:border-r"
          >
            <dt className="order-2">
              {label} {isSample && <SampleMark />}
            </dt>
            <dd className="order-1 font-display text-figure">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
