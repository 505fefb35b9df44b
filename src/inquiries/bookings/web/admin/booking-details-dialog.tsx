import { useFacts } from "#company/facts/web/use-facts.ts";
import { MapLink } from "#company/shell/web/parts/contact-links.tsx";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { bookingReference, fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { type FactLine, factLines } from "#inquiries/bookings/facts.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { InquiryDetails } from "#inquiries/kinds/web/inquiry-details.tsx";
import { InquiryPhone } from "#inquiries/kinds/web/inquiry-table.tsx";
import type { DetailsProps } from "#inquiries/kinds/web/shown-kind.ts";
import { PersonLink } from "#people/leads/web/person-panel.tsx";
import { StaffEmail } from "#people/permissions/web/contact-panel.tsx";
import { formatDay, formatInstant, zoneNames } from "#platform/dates.ts";
import { DetailList, DetailSection } from "#platform/web/dialogs/details.tsx";
import { MeetingBadges } from "../status-badge.tsx";
import { BOOKINGS } from "./booking-kind.tsx";
import { NoShowButton } from "./no-show-button.tsx";
import { WhereaboutsSection } from "./whereabouts-section.tsx";

type Props = { booking: AdminBooking };

export function BookingDetailsDialog({ inquiry: booking, onClose, onOpen }: DetailsProps<AdminBooking>) {
  return (
    <InquiryDetails
      kind={BOOKINGS}
      inquiry={booking}
      notesTitle="Notes"
      consent={<Consent booking={booking} />}
      created={
        <p className="mt-2 text-muted">
          Created <Instant at={booking.createdAt} />
        </p>
      }
      onClose={onClose}
      onOpen={(dialog) => onOpen(dialog, booking)}
    >
      <Customer booking={booking} />
      <Property booking={booking} />
      <Meeting booking={booking} />
      <WhereaboutsSection booking={booking} />
      {booking.cancelReason && (
        <DetailSection title="Visitor’s Reason for Cancelling">
          <p className="wrap-anywhere whitespace-pre-wrap">{booking.cancelReason}</p>
        </DetailSection>
      )}
    </InquiryDetails>
  );
}

function Customer({ booking }: Props) {
  return (
    <DetailSection title="Customer Information">
      <DetailList
        details={[
          ["Name", <span key="name">{fullName(booking)}</span>],
          ["Email", <StaffEmail key="email" email={booking.email} stopped={booking.stopped} />],
          ["Phone", <InquiryPhone key="phone" kind={BOOKINGS} inquiry={booking} />],
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

function Property({ booking }: Props) {
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

function Meeting({ booking }: Props) {
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

function Consent({ booking: { consent } }: Props) {
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
