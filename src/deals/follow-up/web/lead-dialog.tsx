import { Link } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { ClaimPanel } from "#people/leads/web/claim-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { formatInstant } from "#platform/dates.ts";
import { DetailList } from "#platform/web/dialogs/details.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { buttonClasses } from "#platform/web/ui/button.tsx";
import { LeadPanel } from "./lead-panel.tsx";
import { Place, UnprovedMark } from "./lead-parts.tsx";

export function LeadDialog({ lead, onClose }: { lead: AdminLead; onClose: () => void }) {
  const { _id, person } = lead;
  const { phone, stopped, asked } = person;
  const call = (onCall: () => void) =>
    phone && <StaffPhone phone={phone} stopped={stopped} asked={asked} state={lead.property.state} onCall={onCall} />;
  return (
    <Dialog
      title={<span className="wrap-anywhere">{person.name}</span>}
      recordIds={[_id]}
      onClose={onClose}
      actions={
        <Link to={`/admin/people/${person._id}`} className={buttonClasses({ variant: "outline", size: "compact" })}>
          Everything about this person
        </Link>
      }
    >
      <div className="details">
        <ClaimPanel leadId={_id} of={person.name} call={call} />
        <LeadDetails lead={lead} />
      </div>
    </Dialog>
  );
}

/** `isShut`: what they stopped is offered to nobody. */
export function LeadDetails({ lead, isShut = lead.person.isShut }: { lead: AdminLead; isShut?: boolean | undefined }) {
  const { timeZone } = useFacts();
  const { _id, person, inquiries, tries, createdAt } = lead;
  return (
    <>
      <DetailList
        details={[
          ["Property", <Place key="place" lead={lead} />],
          person.phone !== undefined && [
            "Phone",
            <StaffPhone
              key="phone"
              phone={person.phone}
              stopped={person.stopped}
              isShut={isShut}
              asked={person.asked}
              state={lead.property.state}
            />,
          ],
          person.email !== undefined && [
            "Email",
            <StaffEmail key="email" email={person.email} stopped={person.stopped} isShut={isShut} />,
          ],
          [
            "First came",
            <time key="came" dateTime={createdAt}>
              {formatInstant(new Date(createdAt), timeZone)}
            </time>,
          ],
          lead.unproved !== undefined && ["Permission", <UnprovedMark key="unproved" lead={lead} />],
          ["Inquiries", inquiries],
          tries > 0 && ["Tries to reach them", tries],
        ]}
      />
      <LeadPanel id={_id} />
    </>
  );
}
