import { useState } from "react";
import { Link } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { type AdminBooking, MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "#inquiries/bookings/admin.ts";
import { fullName, STATUSES } from "#inquiries/bookings/booking.ts";
import { UndoFirstContactDialog } from "#people/leads/web/first-contact-panel.tsx";
import { FoundPeople } from "#people/leads/web/found-people-panel.tsx";
import type { InquiryDialog } from "#people/leads/web/inquiry-table-panel.tsx";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { TryDialog } from "#people/leads/web/try-panel.tsx";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import type { DetailsAction } from "#platform/web/dialogs/details-actions.tsx";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { ExportButton } from "#platform/web/lists/export-button.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import { buttonClasses } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { bookingKeys } from "../query-keys.ts";
import { loadBooking, useBookings, useMarkFirstContact } from "./admin-queries.ts";
import { BookingCorrectionDialog } from "./booking-correction-dialog.tsx";
import { BookingDetailsDialog } from "./booking-details-dialog.tsx";
import { BookingNotesDialog } from "./booking-notes-dialog.tsx";
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

type Open = { dialog: Exclude<InquiryDialog, "details"> | DetailsAction; booking: AdminBooking };

export default function BookingsPage() {
  const params = useListParams(FILTERS);
  const { bookings, totals } = useBookings(params.query, params.filters.search);
  const [first] = bookings.data?.bookings ?? [];
  const [open, setOpen] = useState<Open>();
  const details = useRecordDialog({
    list: "/admin/bookings",
    parameter: "booking",
    listed: bookings.data?.bookings,
    keyOf: bookingKeys.record,
    load: loadBooking,
    fallback: "Failed to load booking details",
    follows: [permissionKeys.all, leadKeys.all],
  });
  const openDialog = useStableCallback((dialog: InquiryDialog, booking: AdminBooking) => {
    if (dialog === "details") details.open(booking._id);
    else setOpen({ dialog, booking });
  });

  return (
    <AdminListPage
      title="Bookings Management"
      subtitle="View and manage all property consultation bookings"
      back={{ to: "/admin", label: "Back" }}
      actions={
        <>
          <Link to="/admin/day-sheet" className={buttonClasses({ variant: "outline", size: "compact" })}>
            <Icon name="icon-list-ordered" />
            Day Sheet
          </Link>
          <Link to="/admin/availability" className={buttonClasses({ variant: "outline", size: "compact" })}>
            <Icon name="icon-calendar-clock" />
            Availability
          </Link>
          <ExportButton of={EXPORT} query={params.query} isEmpty={!bookings.data?.bookings.length} />
        </>
      }
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
        details.record ? (
          <DetailsDialog booking={details.record} onClose={details.close} onOpen={setOpen} />
        ) : (
          open && <OpenDialog open={open} onClose={() => setOpen(undefined)} />
        )
      }
      likelyDialog={first && <OpenDialog open={{ dialog: "status", booking: first }} onClose={() => {}} />}
    >
      <BookingsTable bookings={bookings.data?.bookings} isBusy={bookings.isFetching} onOpen={openDialog} />
    </AdminListPage>
  );
}

type DetailsProps = { booking: AdminBooking; onClose: () => void; onOpen: (next: Open) => void };

function DetailsDialog({ booking, onClose, onOpen }: DetailsProps) {
  return (
    <BookingDetailsDialog
      booking={booking}
      onClose={onClose}
      onOpen={(dialog) => {
        onOpen({ dialog, booking });
        onClose();
      }}
    />
  );
}

function OpenDialog({ open: { dialog, booking }, onClose }: { open: Open; onClose: () => void }) {
  const { mutate } = useMarkFirstContact();
  if (dialog === "status") return <BookingStatusDialog booking={booking} onClose={onClose} />;
  if (dialog === "notes") return <BookingNotesDialog booking={booking} onClose={onClose} />;
  if (dialog === "try") return <TryDialog leadId={booking.leadId} of={fullName(booking)} onClose={onClose} />;
  if (dialog === "correct") return <BookingCorrectionDialog booking={booking} onClose={onClose} />;
  return (
    <UndoFirstContactDialog
      inquiry={booking}
      of={fullName(booking)}
      onConfirm={() => mutate({ id: booking._id, contacted: false, version: booking.version })}
      onClose={onClose}
    />
  );
}
