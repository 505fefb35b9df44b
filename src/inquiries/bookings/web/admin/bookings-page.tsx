import type { PageMeta } from "#company/shell/web/page.ts";
import { MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "#inquiries/bookings/admin.ts";
import { STATUSES } from "#inquiries/bookings/booking.ts";
import { OpenInquiryDialog, useInquiryDialogs } from "#inquiries/kinds/web/inquiry-dialogs.tsx";
import { FoundPeople } from "#people/leads/web/found-people-panel.tsx";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { ExportButton } from "#platform/web/lists/export-button.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { bookingKeys } from "../query-keys.ts";
import { BOOKINGS, useBookings } from "./admin-queries.ts";
import { BookingCorrectionDialog } from "./booking-correction-dialog.tsx";
import { BookingDetailsDialog } from "./booking-details-dialog.tsx";
import { BookingStatusDialog } from "./booking-status-dialog.tsx";
import { BookingsTable } from "./bookings-table.tsx";

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
const FILTERS = ["search", "status", "meetingType", "propertyType"] as const;
const EXPORT = {
  what: "bookings",
  path: "/api/bookings/export/csv",
  fileName: "bookings_export.csv",
  changes: bookingKeys.exports,
};

const OWN_DIALOGS = { status: BookingStatusDialog, correct: BookingCorrectionDialog };

export default function BookingsPage() {
  const params = useListParams(FILTERS);
  const { bookings, totals } = useBookings(params.query, params.filters.search);
  const [first] = bookings.data?.bookings ?? [];
  const { details, closeDetails, open, close, openDialog, openFromDetails } = useInquiryDialogs(
    BOOKINGS,
    bookings.data?.bookings,
  );
  return (
    <AdminListPage
      title="Bookings Management"
      subtitle="View and manage all property consultation bookings"
      back={{ to: "/admin", label: "Back" }}
      actions={<ExportButton of={EXPORT} query={params.query} isEmpty={!bookings.data?.bookings.length} />}
      what="bookings"
      params={params}
      searched="Search name, email, phone..."
      choices={CHOICES}
      query={bookings}
      totals={totals}
      count={bookings.data?.bookings.length}
      fallback="Failed to load bookings"
      none="No bookings found. Try adjusting your filters."
      elsewhere={<FoundPeople search={params.filters.search} />}
      dialog={
        details ? (
          <BookingDetailsDialog
            booking={details}
            onClose={closeDetails}
            onOpen={(dialog) => openFromDetails(dialog, details)}
          />
        ) : (
          open && <OpenInquiryDialog kind={BOOKINGS} open={open} onClose={close} own={OWN_DIALOGS} />
        )
      }
      likelyDialog={first && <BookingStatusDialog inquiry={first} onClose={() => {}} />}
    >
      <BookingsTable bookings={bookings.data?.bookings} isBusy={bookings.isPlaceholderData} onOpen={openDialog} />
    </AdminListPage>
  );
}
