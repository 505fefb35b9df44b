import { CalendarCog, Eye, NotebookPen } from "lucide-react";
import { memo } from "react";
import type { AdminBooking } from "#bookings/admin.ts";
import { ALL_PROPERTY_TYPES, fullName, isOn } from "#bookings/booking.ts";
import { MEETING_TYPE_LABELS } from "#bookings/meeting-types.ts";
import { firstContactAction, LeadAge } from "#leads/web/first-contact-panel.tsx";
import { formatDay } from "#platform/dates.ts";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { RowActions } from "#platform/web/lists/row-actions.tsx";
import { EmailLink, PhoneLink } from "#shell/web/parts/contact-links.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { useMarkFirstContact } from "./admin-queries.ts";

export type BookingDialog = "details" | "status" | "notes" | "undo-first-contact";

type Props = {
  /** Undefined while the first ones are loading. */
  bookings: readonly AdminBooking[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: BookingDialog, booking: AdminBooking) => void;
};

const COLUMNS = [
  { heading: "Customer", width: "w-[22%]" },
  { heading: "Contact", width: "w-[13%]" },
  { heading: "Property", width: "w-[13%]" },
  { heading: "Meeting", width: "w-[18%]" },
  { heading: "Status", width: "w-[17%]" },
  { heading: "Actions", width: "w-[17%]" },
];

/** Drawn anew only where its bookings change: a dialog that opens above it has enough to draw. */
export const BookingsTable = memo(function BookingsTable({ bookings, isBusy, onOpen }: Props) {
  const { mutate } = useMarkFirstContact();
  const does = {
    onOpen,
    onMark: ({ _id: id, version }: AdminBooking) => mutate({ id, contacted: true, version }),
  };
  return (
    <RecordList
      name="Bookings"
      columns={COLUMNS}
      records={bookings}
      isBusy={isBusy}
      expected={10}
      row={(booking) => <Row {...does} booking={booking} />}
      card={(booking) => <Card {...does} booking={booking} />}
    />
  );
});

type RowProps = {
  booking: AdminBooking;
  onOpen: Props["onOpen"];
  onMark: (booking: AdminBooking) => void;
};

function Row(props: RowProps) {
  const { booking } = props;
  const { city, state } = booking.propertyAddress;
  return (
    <>
      <th scope="row">
        <span className="block truncate font-semibold" title={fullName(booking)}>
          {fullName(booking)}
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
        <Standing booking={booking} />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </>
  );
}

function Card(props: RowProps) {
  const { booking } = props;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="wrap-anywhere">{fullName(booking)}</h2>
        <Standing booking={booking} />
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
      <Actions {...props} />
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

/** Its status, and how long the visitor waits or had to wait. */
function Standing({ booking }: { booking: AdminBooking }) {
  return (
    <div className="grid justify-items-start gap-1">
      <StatusBadge status={booking.status} />
      <LeadAge lead={booking} isOpen={isOn(booking)} />
    </div>
  );
}

function Actions({ booking, onOpen, onMark }: RowProps) {
  return (
    <RowActions
      of={fullName(booking)}
      actions={[
        { name: "details", label: "View details", Icon: Eye, onClick: () => onOpen("details", booking) },
        { name: "status", label: "Status", Icon: CalendarCog, onClick: () => onOpen("status", booking) },
        { name: "notes", label: "Notes", Icon: NotebookPen, onClick: () => onOpen("notes", booking) },
        firstContactAction(booking, {
          onMark: () => onMark(booking),
          onUndo: () => onOpen("undo-first-contact", booking),
        }),
      ]}
    />
  );
}
