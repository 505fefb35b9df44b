import { CalendarClock, Download, ListOrdered } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type AdminBooking, MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "#bookings/admin.ts";
import { fullName, STATUSES } from "#bookings/booking.ts";
import { company } from "#company/facts.ts";
import { UndoFirstContactDialog } from "#leads/web/first-contact-panel.tsx";
import type { LeadDialog } from "#leads/web/lead-table-panel.tsx";
import { permissionKeys } from "#permissions/web/query-keys.ts";
import type { DetailsAction } from "#platform/web/dialogs/details-actions.tsx";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import { Button, buttonClasses } from "#platform/web/ui/button.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { bookingKeys } from "../query-keys.ts";
import { loadBooking, useBookings, useMarkFirstContact } from "./admin-queries.ts";
import { BookingCorrectionDialog } from "./booking-correction-dialog.tsx";
import { BookingDetailsDialog } from "./booking-details-dialog.tsx";
import { BookingNotesDialog } from "./booking-notes-dialog.tsx";
import { BookingStatusDialog } from "./booking-status-dialog.tsx";
import { BookingsTable } from "./bookings-table.tsx";
import { useExport } from "./use-export.ts";

export const meta: PageMeta = { title: `Bookings Management | ${company.name}` };

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

/** Details have their own address instead. */
type Open = { dialog: Exclude<LeadDialog, "details"> | DetailsAction; booking: AdminBooking };

export default function BookingsPage() {
  const params = useListParams(FILTERS);
  const bookings = useBookings(params.query);
  const [open, setOpen] = useState<Open>();
  const details = useRecordDialog({
    list: "/admin/bookings",
    parameter: "booking",
    listed: bookings.data?.bookings,
    keyOf: bookingKeys.record,
    load: loadBooking,
    fallback: "Failed to load booking details",
    follows: [permissionKeys.all],
  });
  const openDialog = useStableCallback((dialog: LeadDialog, booking: AdminBooking) => {
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
            <ListOrdered size={18} aria-hidden="true" />
            Day Sheet
          </Link>
          <Link to="/admin/availability" className={buttonClasses({ variant: "outline", size: "compact" })}>
            <CalendarClock size={18} aria-hidden="true" />
            Availability
          </Link>
          <ExportButton query={params.query} isEmpty={!bookings.data?.bookings.length} />
        </>
      }
      what="bookings"
      params={params}
      searched="Search name, email, phone..."
      choices={CHOICES}
      query={bookings}
      count={bookings.data?.bookings.length}
      fallback="Failed to load bookings"
      none="No bookings found. Try adjusting your filters."
      dialog={
        details.record ? (
          <DetailsDialog booking={details.record} onClose={details.close} onOpen={setOpen} />
        ) : (
          open && <OpenDialog open={open} onClose={() => setOpen(undefined)} />
        )
      }
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
  if (dialog === "correct") return <BookingCorrectionDialog booking={booking} onClose={onClose} />;
  return (
    <UndoFirstContactDialog
      lead={booking}
      of={fullName(booking)}
      onConfirm={() => mutate({ id: booking._id, contacted: false, version: booking.version })}
      onClose={onClose}
    />
  );
}

function ExportButton({ query, isEmpty }: { query: string; isEmpty: boolean }) {
  const { isRunning, rows, start, cancel } = useExport();
  const filters = new URLSearchParams(query);
  filters.delete("page");
  return (
    <>
      <p role="status" className="tabular-nums text-muted text-small empty:-mr-3">
        {isRunning && `${rows.toLocaleString("en-US")} rows`}
      </p>
      {isRunning && (
        <Button variant="outline" size="compact" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button
        size="compact"
        disabled={isEmpty}
        busyLabel={isRunning && "Exporting..."}
        onClick={() => start(filters.toString())}
      >
        <Download size={18} aria-hidden="true" />
        Export CSV
      </Button>
    </>
  );
}
