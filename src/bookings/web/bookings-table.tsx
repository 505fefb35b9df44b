import { CalendarCog, Eye, NotebookPen } from "lucide-react";
import { ALL_PROPERTY_TYPES, MEETING_TYPES } from "#bookings/booking.ts";
import type { AdminBooking } from "#bookings/filters.ts";
import { formatDay } from "#platform/dates.ts";
import { EmailLink, PhoneLink } from "#platform/web/ui/contact-links.tsx";
import { RecordList } from "#platform/web/ui/record-list.tsx";
import { RowActions } from "#platform/web/ui/row-actions.tsx";
import { nameOf } from "./name-of.ts";
import { StatusBadge } from "./status-badge.tsx";

export type BookingDialog = "details" | "status" | "notes";

type Props = {
  /** Undefined while the first ones are loading. */
  bookings: readonly AdminBooking[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: BookingDialog, booking: AdminBooking) => void;
};

const COLUMNS = [
  { heading: "Customer", width: "w-[24%]" },
  { heading: "Contact", width: "w-[15%]" },
  { heading: "Property", width: "w-[15%]" },
  { heading: "Meeting", width: "w-[20%]" },
  { heading: "Status", width: "w-[13%]" },
  { heading: "Actions", width: "w-[13%]" },
];

export function BookingsTable({ bookings, isBusy, onOpen }: Props) {
  return (
    <RecordList
      name="Bookings"
      columns={COLUMNS}
      records={bookings}
      isBusy={isBusy}
      expected={10}
      row={(booking) => <Row booking={booking} onOpen={onOpen} />}
      card={(booking) => <Card booking={booking} onOpen={onOpen} />}
    />
  );
}

type RowProps = { booking: AdminBooking; onOpen: Props["onOpen"] };

function Row({ booking, onOpen }: RowProps) {
  const { city, state } = booking.propertyAddress;
  return (
    <>
      <th scope="row">
        <span className="block truncate font-semibold" title={nameOf(booking)}>
          {nameOf(booking)}
        </span>
        <span className="block truncate text-muted" title={booking.email}>
          <EmailLink email={booking.email} />
        </span>
      </th>
      <td>
        <PhoneLink phone={booking.phone} />
      </td>
      <td>
        <span className="block truncate" title={`${city}, ${state}`}>
          {city}, {state}
        </span>
        <span className="block text-muted">{ALL_PROPERTY_TYPES[booking.propertyType]}</span>
      </td>
      <td>
        <Meeting booking={booking} />
      </td>
      <td>
        <StatusBadge status={booking.status} />
      </td>
      <td>
        <Actions booking={booking} onOpen={onOpen} />
      </td>
    </>
  );
}

function Card({ booking, onOpen }: RowProps) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="break-anywhere">{nameOf(booking)}</h2>
        <StatusBadge status={booking.status} />
      </div>
      <p>
        <Meeting booking={booking} />
      </p>
      <p>
        {booking.propertyAddress.city}, {booking.propertyAddress.state} · {ALL_PROPERTY_TYPES[booking.propertyType]}
      </p>
      <p>
        <PhoneLink phone={booking.phone} />
        <br />
        <EmailLink email={booking.email} />
      </p>
      <Actions booking={booking} onOpen={onOpen} />
    </>
  );
}

function Meeting({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <time dateTime={booking.meetingDate} className="block whitespace-nowrap">
        {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}
      </time>
      <span className="block text-muted">{MEETING_TYPES[booking.meetingType]}</span>
    </>
  );
}

function Actions({ booking, onOpen }: RowProps) {
  return (
    <RowActions
      of={nameOf(booking)}
      actions={[
        { name: "details", label: "View details", Icon: Eye, onClick: () => onOpen("details", booking) },
        { name: "status", label: "Status", Icon: CalendarCog, onClick: () => onOpen("status", booking) },
        { name: "notes", label: "Notes", Icon: NotebookPen, onClick: () => onOpen("notes", booking) },
      ]}
    />
  );
}
