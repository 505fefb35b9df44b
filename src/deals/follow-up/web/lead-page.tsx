import { Link, useParams } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { ClaimButtons, useHoldOnCall, WaitClock } from "#people/leads/web/claim-panel.tsx";
import { useLog } from "#people/leads/web/queries.ts";
import { StaffCall } from "#people/permissions/web/contact-panel.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { buttonClasses } from "#platform/web/ui/button.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { LeadDetails } from "./lead-dialog.tsx";
import { useLead } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Lead | ${company.name}` });

/** What a press on a notification opens: first the two buttons that it rang for. */
export default function LeadPage() {
  const { id = "" } = useParams();
  const query = useLead(id);
  const lead = query.data;
  return (
    <AdminPage
      title={lead?.person.name ?? "Lead"}
      subtitle={lead ? (lead.property.city ?? "Town not known yet") : "\u00a0"}
      actions={lead && <FirstButtons lead={lead} />}
    >
      <LoadState query={query} what="lead" fallback="Failed to load the lead" />
      {lead && (
        <div className="details max-w-200">
          <h2 className="sr-only">About the lead</h2>
          <LeadDetails lead={lead} isShut={!lead.person.asked} />
          <p>
            <Link
              to={`/admin/people/${lead.person._id}`}
              className={buttonClasses({ variant: "outline", size: "compact" })}
            >
              Everything about this person
            </Link>
          </p>
        </div>
      )}
    </AdminPage>
  );
}

function FirstButtons({ lead }: { lead: AdminLead }) {
  const { _id, person, property } = lead;
  const wait = useLog(_id).data?.wait;
  const hold = useHoldOnCall(_id, wait);
  const { phone, stopped, asked } = person;
  return (
    <>
      {phone && <StaffCall {...{ phone, stopped, asked }} state={property.state} onCall={hold} />}
      {wait && <ClaimButtons leadId={_id} of={person.name} wait={wait} size="regular" />}
      {wait && <WaitClock wait={wait} />}
    </>
  );
}
