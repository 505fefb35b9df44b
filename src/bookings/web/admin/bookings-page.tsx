import { CalendarClock, Download, ListOrdered } from "lucide-react";
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { type AdminBooking, MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "#bookings/admin.ts";
import { fullName, STATUSES } from "#bookings/booking.ts";
import { UndoFirstContactDialog } from "#leads/web/first-contact-panel.tsx";
import { PagedList } from "#platform/web/lists/paged-list.tsx";
import { useLinkedRecord } from "#platform/web/lists/use-linked-record.ts";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button, buttonClasses } from "#platform/web/ui/button.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { company } from "#site";
import { loadBooking, useBookings, useMarkFirstContact } from "./admin-queries.ts";
import { BookingDetailsDialog } from "./booking-details-dialog.tsx";
import { BookingNotesDialog } from "./booking-notes-dialog.tsx";
import { BookingStatusDialog } from "./booking-status-dialog.tsx";
import { type BookingDialog, BookingsTable } from "./bookings-table.tsx";
import { useExport } from "./use-export.ts";

export const meta: PageMeta = { title: `Bookings Management | ${company.name}` };

const CHOICES = {
  status: { label: "Status", all: "All statuses", options: STATUSES },
  meetingType: { label: "Meeting type", all: "All meeting types", options: Object.keys(MEETING_TYPE_FILTERS) },
  propertyType: { label: "Property type", all: "All property types", options: Object.keys(PROPERTY_TYPE_FILTERS) },
};
const FILTERS = ["search", "status", "meetingType", "propertyType"] as const;

type Open = { dialog: BookingDialog; booking: AdminBooking };

export default function BookingsPage() {
  const params = useListParams(FILTERS);
  const bookings = useBookings(params.query);
  const [open, setOpen] = useState<Open>();
  const openDialog = useCallback((dialog: BookingDialog, booking: AdminBooking) => setOpen({ dialog, booking }), []);
  useLinkedRecord({
    name: "booking",
    load: loadBooking,
    onFound: (booking) => openDialog("details", booking),
    fallback: "Failed to load booking details",
  });

  return (
    <AdminPage
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
    >
      <div className={open ? "print:hidden" : undefined}>
        <PagedList
          what="bookings"
          params={params}
          searched="Search name, email, phone..."
          choices={CHOICES}
          query={bookings}
          count={bookings.data?.bookings.length}
          fallback="Failed to load bookings"
          none="No bookings found. Try adjusting your filters."
        >
          <BookingsTable bookings={bookings.data?.bookings} isBusy={bookings.isFetching} onOpen={openDialog} />
        </PagedList>
      </div>
      <OpenDialog open={open} onOpen={setOpen} />
    </AdminPage>
  );
}

function OpenDialog({ open, onOpen }: { open: Open | undefined; onOpen: (next: Open | undefined) => void }) {
  const { mutate } = useMarkFirstContact();
  if (!open) return null;
  const { dialog, booking } = open;
  const close = () => onOpen(undefined);
  if (dialog === "status") return <BookingStatusDialog booking={booking} onClose={close} />;
  if (dialog === "notes") return <BookingNotesDialog booking={booking} onClose={close} />;
  if (dialog === "undo-first-contact")
    return (
      <UndoFirstContactDialog
        lead={booking}
        of={fullName(booking)}
        onConfirm={() => mutate({ id: booking._id, contacted: false, version: booking.version })}
        onClose={close}
      />
    );
  return (
    <BookingDetailsDialog
      booking={booking}
      onClose={close}
      onOpen={(next) => onOpen({ dialog: next, booking })}
      onChanged={(changed) => onOpen({ dialog, booking: changed })}
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
