import { useFacts } from "#company/facts/web/use-facts.ts";
import { MapLink } from "#company/shell/web/parts/contact-links.tsx";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { MailPanel } from "#delivery/mail/web/mail-panel.tsx";
import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { bookingReference, fullName, isUpcoming, propertyLine } from "#inquiries/bookings/booking.ts";
import { type FactLine, factLines } from "#inquiries/bookings/facts.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { AttributionDetails } from "#people/leads/web/attribution-panel.tsx";
import { FirstContactPanel } from "#people/leads/web/first-contact-panel.tsx";
import { RecordNotes } from "#people/leads/web/notes-panel.tsx";
import { PersonLink } from "#people/leads/web/person-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { PermissionsPanel } from "#people/permissions/web/permissions-panel.tsx";
import { formatDay, formatInstant, zoneNames } from "#platform/dates.ts";
import { AuditLogList } from "#platform/web/dialogs/audit-log-list.tsx";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { type DetailsAction, DetailsActions } from "#platform/web/dialogs/details-actions.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { MeetingBadges } from "../status-badge.tsx";
import { useBookingAuditLog, useMarkFirstContact } from "./admin-queries.ts";
import { NoShowButton } from "./no-show-button.tsx";

type Props = {
  booking: AdminBooking;
  onClose: () => void;
  onOpen: (dialog: DetailsAction) => void;
};

export function BookingDetailsDialog({ booking, onClose, onOpen }: Props) {
  return (
    <Dialog
      title="Booking Details"
      onClose={onClose}
      actions={<DetailsActions statusIcon="icon-calendar-cog" onOpen={onOpen} />}
    >
      <div className="details">
        <Customer booking={booking} />
        <Property booking={booking} />
        <Meeting booking={booking} />
        <FirstContact booking={booking} />
        <div className="print:hidden">
          <DetailSection title="Permissions">
            <PermissionsPanel person={{ email: booking.email, phone: booking.phone }} of={fullName(booking)} />
          </DetailSection>
        </div>
        {booking.cancelReason && (
          <DetailSection title="Visitor’s Reason for Cancelling">
            <p className="wrap-anywhere whitespace-pre-wrap">{booking.cancelReason}</p>
          </DetailSection>
        )}
        <RecordNotes title="Notes" leadId={booking.leadId} recordId={booking._id} latest={booking.notes} />
        <Origin booking={booking} />
        <div className="print:hidden">
          <DetailSection title="E-mail">
            <MailPanel recordId={booking._id} />
          </DetailSection>
        </div>
        <Changes booking={booking} />
      </div>
    </Dialog>
  );
}

function Customer({ booking }: { booking: AdminBooking }) {
  return (
    <DetailSection title="Customer Information">
      <DetailList
        details={[
          ["Name", <span key="name">{fullName(booking)}</span>],
          ["Email", <StaffEmail key="email" email={booking.email} stopped={booking.stopped} />],
          ["Phone", <StaffPhone key="phone" phone={booking.phone} stopped={booking.stopped} />],
          ...factLines(booking, "person")
            .filter(({ path }) => !SHOWN_AS_LINKS.includes(path))
            .map(({ label, value }): [string, string] => [label, value]),
        ]}
      />
      <PersonLink leadId={booking.leadId} name={fullName(booking)} />
    </DetailSection>
  );
}

const SHOWN_AS_LINKS: readonly FactLine["path"][] = ["firstName", "lastName", "email", "phone"];

function Property({ booking }: { booking: AdminBooking }) {
  return (
    <DetailSection title="Property Information">
      <DetailList
        details={[
          ["Address", <MapLink key="address" address={propertyLine(booking)} />],
          ...factLines(booking, "sale").map(({ label, value }): [string, string] => [label, value]),
        ]}
      />
      {booking.additionalInfo && (
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap border-line border-l-4 pl-3">{booking.additionalInfo}</p>
      )}
    </DetailSection>
  );
}

function Meeting({ booking }: { booking: AdminBooking }) {
  const { timeZone } = useFacts();
  return (
    <DetailSection title="Meeting Details">
      <DetailList
        details={[
          [
            "Date",
            <time key="date" dateTime={booking.meetingDate}>
              {formatDay(booking.meetingDate, "full")}
            </time>,
          ],
          ["Time", `${booking.meetingTime} ${zoneNames(timeZone).name}`],
          ["Type", MEETING_TYPE_LABELS[booking.meetingType]],
          ["Status", <MeetingBadges key="status" booking={booking} />],
          [
            "Reference",
            <span key="reference" className="tabular-nums">
              {bookingReference(booking._id)}
            </span>,
          ],
        ]}
      />
      <NoShowButton booking={booking} />
    </DetailSection>
  );
}

function FirstContact({ booking }: Pick<Props, "booking">) {
  const { mutate, isPending, error } = useMarkFirstContact();
  return (
    <DetailSection title="First contact">
      <FirstContactPanel
        inquiry={booking}
        of={fullName(booking)}
        tries={booking.tries}
        isOpen={isUpcoming(booking)}
        isBusy={isPending}
        error={error}
        onChange={(contacted) => mutate({ id: booking._id, contacted, version: booking.version })}
      />
    </DetailSection>
  );
}

function Origin({ booking }: { booking: AdminBooking }) {
  const { timeZone } = useFacts();
  const { consent, source, privacySignal } = booking;
  return (
    <>
      <DetailSection title="Where they came from">
        <AttributionDetails source={source} privacySignal={privacySignal} timeZone={timeZone} />
      </DetailSection>
      <DetailSection title="Consent">
        {consent ? (
          <div className="detail-fine">
            <p className="text-muted">{consent.text}</p>
            <DetailList
              details={[
                ["Agreed", formatInstant(new Date(consent.at), timeZone)],
                ["Text version", consent.version],
                consent.address !== undefined && ["IP address", consent.address],
                consent.userAgent !== undefined && ["Browser", consent.userAgent],
              ]}
            />
          </div>
        ) : (
          <p>No consent was recorded with this booking.</p>
        )}
      </DetailSection>
    </>
  );
}

function Changes({ booking }: { booking: AdminBooking }) {
  const { timeZone } = useFacts();
  const history = useBookingAuditLog(booking);
  return (
    <DetailSection title="History">
      <AuditLogList query={history} timeZone={timeZone} />
      <p className="mt-2 text-muted">
        Created <Instant at={booking.createdAt} />
      </p>
    </DetailSection>
  );
}
