import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownEmail, shownPhone } from "#company/shell/shown.ts";
import { HoursList } from "#company/shell/web/parts/hours-list.tsx";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { ContactLink } from "#company/shell/web/parts/reach.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { EveningDrawing } from "./drawings/evening-drawing.tsx";
import { faceOf } from "./parts/faces.ts";
import { Portrait } from "./parts/portrait.tsx";

export function ReadySection({ lot }: { lot: number }) {
  const facts = useFacts();
  const { above, title, lead } = facts.words.ready;
  const face = faceOf(facts);
  return (
    <section className="section bg-band" aria-labelledby="ready">
      <div className="wrap grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <div className="max-sm:hidden [&>svg]:h-auto [&>svg]:w-full">
          <EveningDrawing />
        </div>
        <div>
          <LotLabel lot={lot} claim={facts.claims.ready}>
            {above}
          </LotLabel>
          <h2 id="ready">{title}</h2>
          <div className="mt-3 flex items-start gap-5">
            {face?.isContact && <Portrait person={face.person} isSmall />}
            <p className="lead">{lead}</p>
          </div>
          <ButtonLink href="/book-meeting" variant="lamp" size="hero" className="mt-5 w-full sm:mt-7 sm:w-auto">
            Book a Meeting Now
          </ButtonLink>
          <ul className="mt-3 font-display text-(length:--text-lead) sm:mt-6 sm:text-h3">
            {[shownPhone(facts), shownEmail(facts)].map(
              (contact) =>
                contact && (
                  <li key={contact.href}>
                    <ContactLink contact={contact} className="link inline-flex min-h-11 items-center" />
                  </li>
                ),
            )}
          </ul>
          <div className="mt-3 text-muted">
            <HoursList />
          </div>
          <p data-open-now="" className="open-now" />
        </div>
      </div>
    </section>
  );
}
