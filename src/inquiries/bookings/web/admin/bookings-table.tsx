import { memo } from "react";
import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { fullName, isUpcoming, townLine } from "#inquiries/bookings/booking.ts";
import { KEPT_PROPERTY_TYPES } from "#inquiries/bookings/choices.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { type InquiryDialog, InquiryTable } from "#people/leads/web/inquiry-table-panel.tsx";
import { StaffPhone } from "#people/permissions/web/contact-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { MeetingBadges } from "../status-badge.tsx";

type Props = {
  /** Undefined during the first load. */
  bookings: readonly AdminBooking[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: InquiryDialog, booking: AdminBooking) => void;
};

const COLUMNS = [
  { heading: "Customer", width: "w-[21%]" },
  { heading: "Contact", width: "w-[13%]" },
  { heading: "Property", width: "w-[13%]" },
  { heading: "Meeting", width: "w-[17%]" },
  { heading: "Status", width: "w-[16%]" },
  { heading: "Actions", width: "w-[20%]" },
];

/** Memoised: opening a dialog above a long table would otherwise render it again. */
export const BookingsTable = memo(function BookingsTable({ bookings, isBusy, onOpen }: Props) {
  return (
    <InquiryTable
      name="Bookings"
      columns={COLUMNS}
      inquiries={bookings}
      isBusy={isBusy}
      nameOf={fullName}
      nameClass="font-semibold"
      badgeOf={(booking) => <MeetingBadges booking={booking} />}
      isOpen={isUpcoming}
      statusIcon="icon-calendar-cog"
      stateOf={stateOf}
      cells={(booking) => <Cells booking={booking} onCall={() => onOpen("log", booking)} />}
      card={(booking) => <CardFacts booking={booking} />}
      onOpen={onOpen}
    />
  );
});

function stateOf({ propertyAddress }: AdminBooking): string | undefined {
  return propertyAddress.state;
}

function Cells({ booking, onCall }: { booking: AdminBooking; onCall: () => void }) {
  const town = townLine(booking);
  return (
    <>
      <td>
        <StaffPhone phone={booking.phone} stopped={booking.stopped} state={stateOf(booking)} onCall={onCall} />
      </td>
      <td>
        <span className="block truncate" title={town}>
          {town}
        </span>
        <span className="block text-muted">{KEPT_PROPERTY_TYPES[booking.propertyType]}</span>
      </td>
      <td>
        <Meeting booking={booking} />
      </td>
    </>
  );
}

function CardFacts({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <p>
        <Meeting booking={booking} />
      </p>
      <p>
        {townLine(booking)} · {KEPT_PROPERTY_TYPES[booking.propertyType]}
      </p>
    </>
  );
}

function Meeting({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <time dateTime={booking.meetingDate} className="block whitespace-nowrap">
        {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}
      </time>
      <span className="block text-muted">{MEETING_TYPE_LABELS[booking.meetingType]}</span>
    </>
  );
}
