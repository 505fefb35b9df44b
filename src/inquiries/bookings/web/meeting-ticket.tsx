import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { bookingReference, type PublicBooking } from "#inquiries/bookings/booking.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { placeOf } from "#people/leads/lead.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { formatPhone } from "#platform/phone.ts";

/** `children` are more facts. */
export function MeetingTicket({ booking, children }: { booking: PublicBooking; children?: ReactNode }) {
  const { timeZone } = useFacts();
  const zone = zoneNames(timeZone);
  const address = booking.propertyAddress;
  return (
    <section className="card" aria-labelledby="ticket-heading">
      <h2 id="ticket-heading" className="text-(length:--text-h3) tracking-normal">
        Your meeting
      </h2>
      <dl className="wrap-anywhere mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(--spacing(60),100%),1fr))] gap-x-6 gap-y-4">
        <Fact term="Date">
          <time dateTime={booking.meetingDate}>{formatDay(booking.meetingDate, "full")}</time>
        </Fact>
        <Fact term="Time">
          {booking.meetingTime} {zone.name} ({zone.abbreviation})
        </Fact>
        <Fact term="Meeting type">{MEETING_TYPE_LABELS[booking.meetingType]}</Fact>
        {children}
        <Fact term="Property">
          {address.street && (
            <>
              {address.street}
              <br />
            </>
          )}
          {placeOf({ ...address, street: undefined })}
        </Fact>
        <Fact term="Phone">{formatPhone(booking.phone)}</Fact>
        {booking.email && <Fact term="Email">{booking.email}</Fact>}
      </dl>
      <p className="mt-6 border-line border-t-2 border-dashed pt-5">
        Reference{" "}
        <strong className="font-display text-(length:--text-h3) tabular-nums tracking-[0.04em]">
          {bookingReference(booking._id)}
        </strong>
      </p>
    </section>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-(length:--text-small) text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
