import { bookingReference, type PublicBooking } from "#bookings/booking.ts";
import { MEETING_TYPE_LABELS } from "#bookings/meeting-types.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { formatPhone } from "#platform/phone.ts";
import { timeZone } from "#site";

/** What was agreed on, to look at, print and read out on the phone. */
export function MeetingTicket({ booking }: { booking: PublicBooking }) {
  const zone = zoneNames(timeZone);
  const address = booking.propertyAddress;
  return (
    <section className="ticket" aria-labelledby="ticket-heading">
      <h2 id="ticket-heading">Your meeting</h2>
      <dl>
        <Fact term="Date">
          <time dateTime={booking.meetingDate}>{formatDay(booking.meetingDate, "full")}</time>
        </Fact>
        <Fact term="Time">
          {booking.meetingTime} {zone.name} ({zone.abbreviation})
        </Fact>
        <Fact term="Meeting type">{MEETING_TYPE_LABELS[booking.meetingType]}</Fact>
        <Fact term="Property">
          {address.street}
          <br />
          {address.city}, {address.state} {address.zipCode}
        </Fact>
        <Fact term="Phone">{formatPhone(booking.phone)}</Fact>
        <Fact term="Email">{booking.email}</Fact>
      </dl>
      <p className="ticket-reference">
        Reference <strong className="tabular">{bookingReference(booking._id)}</strong>
      </p>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
