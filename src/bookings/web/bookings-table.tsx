import { CalendarCog, Eye, NotebookPen } from "lucide-react";
import { ALL_PROPERTY_TYPES, MEETING_TYPES } from "#bookings/booking.ts";
import type { AdminBooking } from "#bookings/filters.ts";
import { formatDay } from "#platform/dates.ts";
import { EmailLink, PhoneLink } from "#platform/web/ui/contact-links.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useNarrow } from "#platform/web/use-narrow.ts";
import { nameOf } from "./name-of.ts";
import { StatusBadge } from "./status-badge.tsx";

export type BookingDialog = "details" | "status" | "notes";

type Props = {
  /** Undefined while the first ones are loading. */
  bookings: readonly AdminBooking[] | undefined;
  isBusy: boolean;
  onOpen: (dialog: BookingDialog, booking: AdminBooking) => void;
};

const SKELETON_ROWS = Array.from({ length: 10 }, (_, row) => row);

export function BookingsTable(props: Props) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ bookings, isBusy, onOpen }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-region" aria-label="Bookings" aria-busy={isBusy} tabIndex={0}>
      <table className="table table-fixed min-w-[56rem]">
        <caption className="sr-only">Bookings, newest first</caption>
        <thead>
          <tr>
            <th scope="col" className="w-[24%]">
              Customer
            </th>
            <th scope="col" className="w-[15%]">
              Contact
            </th>
            <th scope="col" className="w-[15%]">
              Property
            </th>
            <th scope="col" className="w-[20%]">
              Meeting
            </th>
            <th scope="col" className="w-[13%]">
              Status
            </th>
            <th scope="col" className="w-[13%]">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {bookings
            ? bookings.map((booking) => <Row key={booking._id} booking={booking} onOpen={onOpen} />)
            : SKELETON_ROWS.map((row) => (
                <tr key={row}>
                  <td colSpan={6}>
                    <Skeleton className="h-11 w-full" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { booking: AdminBooking; onOpen: Props["onOpen"] };

function Row({ booking, onOpen }: RowProps) {
  const { city, state } = booking.propertyAddress;
  return (
    <tr data-record={booking._id}>
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
    </tr>
  );
}

function Cards({ bookings, isBusy, onOpen }: Props) {
  if (!bookings) return SKELETON_ROWS.map((row) => <Skeleton key={row} className="mb-3 h-44 w-full" />);
  return (
    <ul className="grid gap-3 sm:grid-cols-2" aria-label="Bookings, newest first" aria-busy={isBusy}>
      {bookings.map((booking) => (
        <li key={booking._id} className="record-card">
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
        </li>
      ))}
    </ul>
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

const ACTIONS = [
  { dialog: "details", label: "View details", Icon: Eye },
  { dialog: "status", label: "Status", Icon: CalendarCog },
  { dialog: "notes", label: "Notes", Icon: NotebookPen },
] as const;

function Actions({ booking, onOpen }: RowProps) {
  return (
    <div className="row-actions">
      {ACTIONS.map(({ dialog, label, Icon }) => (
        <button
          key={dialog}
          type="button"
          className="row-action"
          title={label}
          aria-label={`${label}: ${nameOf(booking)}`}
          onClick={() => onOpen(dialog, booking)}
        >
          <Icon size={18} aria-hidden="true" />
          <span className="row-action-label" aria-hidden="true">
            {label}
          </span>
        </button>
      ))}
    </div>
  );
}
