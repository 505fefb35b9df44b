import { useFacts } from "#company/facts/web/use-facts.ts";
import { MapLink } from "#company/shell/web/parts/contact-links.tsx";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { bookingReference, fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { type FactLine, factLines } from "#inquiries/bookings/facts.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import {
  FirstContactSection,
  HistorySection,
  MailSection,
  OriginSection,
  PermissionsSection,
} from "#inquiries/kinds/web/inquiry-sections.tsx";
import { RecordNotes } from "#people/leads/web/notes-panel.tsx";
import { PersonLink } from "#people/leads/web/person-panel.tsx";
import { StaffEmail, StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { formatDay, formatInstant, zoneNames } from "#platform/dates.ts";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { type DetailsAction, DetailsActions } from "#platform/web/dialogs/details-actions.tsx";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { MeetingBadges } from "../status-badge.tsx";
import { BOOKINGS } from "./admin-queries.ts";
import { NoShowButton } from "./no-show-button.tsx";
import { WhereaboutsSection } from "./whereabouts-section.tsx";

type Props = {
  booking: AdminBooking;
  onClose: () => void;
  onOpen: (dialog: DetailsAction) => void;
};

export function BookingDetailsDialog({ booking, onClose, onOpen }: Props) {
  return (
    <Dialog
      title="Booking Details"
      recordIds={[booking._id, booking.leadId]}
      onClose={onClose}
      actions={<DetailsActions statusIcon="icon-calendar-cog" onOpen={onOpen} />}
    >
      <div className="details">
        <Customer booking={booking} />
        <Property booking={booking} />
        <Meeting booking={booking} />
        <WhereaboutsSection booking={booking} />
        <FirstContactSection kind={BOOKINGS} inquiry={booking} />
        <PermissionsSection kind={BOOKINGS} inquiry={booking} />
        {booking.cancelReason && (
          <DetailSection title="Visitor’s Reason for Cancelling">
            <p className="wrap-anywhere whitespace-pre-wrap">{booking.cancelReason}</p>
          </DetailSection>
        )}
        <RecordNotes title="Notes" leadId={booking.leadId} recordId={booking._id} latest={booking.notes} />
        <OriginSection inquiry={booking} />
        <Consent booking={booking} />
        <MailSection inquiry={booking} />
        <HistorySection kind={BOOKINGS} inquiry={booking}>
          <p className="mt-2 text-muted">
            Created <Instant at={booking.createdAt} />
          </p>
        </HistorySection>
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
          [
            "Phone",
            <StaffPhone
              key="phone"
              phone={booking.phone}
              stopped={booking.stopped}
              state={booking.propertyAddress.state}
            />,
          ],
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

function Consent({ booking: { consent } }: Pick<Props, "booking">) {
  const { timeZone } = useFacts();
  return (
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
  );
}
