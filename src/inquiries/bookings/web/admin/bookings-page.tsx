import type { PageMeta } from "#company/shell/web/page.ts";
import { type AdminBooking, MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "#inquiries/bookings/admin.ts";
import { STATUSES, townLine } from "#inquiries/bookings/booking.ts";
import { KEPT_PROPERTY_TYPES } from "#inquiries/bookings/choices.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { InquiryListPage } from "#inquiries/kinds/web/inquiry-list-page.tsx";
import { type InquiryColumns, InquiryPhone } from "#inquiries/kinds/web/inquiry-table.tsx";
import type { OpenDialog } from "#inquiries/kinds/web/shown-kind.ts";
import { formatDay } from "#platform/dates.ts";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { bookingKeys } from "../query-keys.ts";
import { BookingCorrectionDialog } from "./booking-correction-dialog.tsx";
import { BookingDetailsDialog } from "./booking-details-dialog.tsx";
import { BOOKINGS } from "./booking-kind.tsx";
import { BookingStatusDialog } from "./booking-status-dialog.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Bookings Management | ${company.name}` });

const CHOICES = {
  status: { label: "Status", all: "All statuses", options: asOptions(STATUSES) },
  meetingType: {
    label: "Meeting type",
    all: "All meeting types",
    options: asOptions(Object.keys(MEETING_TYPE_FILTERS)),
  },
  propertyType: {
    label: "Property type",
    all: "All property types",
    options: asOptions(Object.keys(PROPERTY_TYPE_FILTERS)),
  },
};
const EXPORT = {
  what: "bookings",
  path: "/api/bookings/export/csv",
  fileName: "bookings_export.csv",
  changes: bookingKeys.exports,
};

const TABLE: InquiryColumns<AdminBooking> = {
  name: "Bookings",
  columns: [
    { heading: "Customer", width: "w-[21%]" },
    { heading: "Contact", width: "w-[13%]" },
    { heading: "Property", width: "w-[13%]" },
    { heading: "Meeting", width: "w-[17%]" },
    { heading: "Status", width: "w-[16%]" },
    { heading: "Actions", width: "w-[20%]" },
  ],
  nameClass: "font-semibold",
  cells: (booking, onOpen) => <Cells booking={booking} onOpen={onOpen} />,
  card: (booking) => <CardFacts booking={booking} />,
};

const DIALOGS = { status: BookingStatusDialog, correct: BookingCorrectionDialog };

export default function BookingsPage() {
  return (
    <InquiryListPage
      kind={BOOKINGS}
      title="Bookings Management"
      subtitle="View and manage all property consultation bookings"
      searched="Search name, email, phone..."
      choices={CHOICES}
      exported={EXPORT}
      table={TABLE}
      Details={BookingDetailsDialog}
      dialogs={DIALOGS}
    />
  );
}

type Props = { booking: AdminBooking };

function Cells({ booking, onOpen }: Props & { onOpen: OpenDialog<AdminBooking> }) {
  const town = townLine(booking);
  return (
    <>
      <td>
        <InquiryPhone kind={BOOKINGS} inquiry={booking} onOpen={onOpen} />
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

function CardFacts({ booking }: Props) {
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

function Meeting({ booking }: Props) {
  return (
    <>
      <time dateTime={booking.meetingDate} className="block whitespace-nowrap">
        {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}
      </time>
      <span className="block text-muted">{MEETING_TYPE_LABELS[booking.meetingType]}</span>
    </>
  );
}
