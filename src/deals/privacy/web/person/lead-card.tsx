import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { LeadPanel } from "#deals/follow-up/web/lead-panel.tsx";
import { OffersPanel } from "#deals/offers/web/offers-panel.tsx";
import type { PersonLead } from "#deals/privacy/person.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { ClaimPanel } from "#people/leads/web/claim-panel.tsx";
import { formatDay, formatInstant } from "#platform/dates.ts";
import { DetailSection } from "#platform/web/dialogs/details.tsx";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { Icon } from "#platform/web/ui/icon.tsx";
import { counted } from "../counted.ts";

export function LeadCard({ lead }: { lead: PersonLead }) {
  const { timeZone } = useFacts();
  const { _id, place, inquiries, tries, meeting, createdAt } = lead;
  const may = useMay();
  return (
    <article className="card grid gap-4" aria-labelledby={`lead-${_id}`}>
      <header>
        <h3 id={`lead-${_id}`} className="wrap-anywhere text-h3">
          <Icon name="icon-map-pin" className="mr-1.5 inline-block" />
          {place}
        </h3>
        <p className="mt-1 text-muted">
          {[
            counted(inquiries, "inquiry", "inquiries"),
            tries > 0 && `${counted(tries, "try", "tries")} to reach them`,
            `since ${formatInstant(new Date(createdAt), timeZone)}`,
          ]
            .filter(Boolean)
            .join(", ")}
        </p>
      </header>
      <LeadPanel
        id={_id}
        first={
          <>
            <ClaimPanel leadId={_id} of={place} />
            {meeting && (
              <DetailSection title="Next meeting">
                <p>
                  <Link className="link" to={`/admin/bookings?booking=${meeting._id}`}>
                    {formatDay(meeting.meetingDate, "weekday")}, {meeting.meetingTime}
                  </Link>{" "}
                  <span className="text-muted">
                    {MEETING_TYPE_LABELS[meeting.meetingType as keyof typeof MEETING_TYPE_LABELS]}
                  </span>
                </p>
              </DetailSection>
            )}
          </>
        }
        offers={may("sell") && <OffersPanel leadId={_id} />}
      />
    </article>
  );
}
