import { useFacts } from "#company/facts/web/use-facts.ts";
import { LeadPanel } from "#deals/follow-up/web/lead-panel.tsx";
import { OffersPanel } from "#deals/offers/web/offers-panel.tsx";
import { type PersonLead, UNKNOWN_PLACE } from "#deals/privacy/person.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { formatInstant } from "#platform/dates.ts";
import { DetailSection } from "#platform/web/dialogs/details.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { counted } from "../counted.ts";

export function LeadCard({ lead }: { lead: PersonLead }) {
  const { timeZone } = useFacts();
  const { _id, place, situation, inquiries, tries, createdAt } = lead;
  const heading = place ?? UNKNOWN_PLACE;
  return (
    <article className="card grid gap-4" aria-labelledby={`lead-${_id}`}>
      <header>
        <h3 id={`lead-${_id}`} className="wrap-anywhere text-h3">
          <Icon name="icon-map-pin" className="mr-1.5 inline" />
          {heading}
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <span className="text-muted">
            {[
              situation && (SITUATIONS[situation as keyof typeof SITUATIONS] ?? situation),
              counted(inquiries, "inquiry", "inquiries"),
              tries > 0 && `${counted(tries, "try", "tries")} to reach them`,
              `since ${formatInstant(new Date(createdAt), timeZone)}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <LeadPanel id={_id} />
        <div className="grid gap-6">
          <DetailSection title="Offers">
            <OffersPanel leadId={_id} />
          </DetailSection>
        </div>
      </div>
    </article>
  );
}
