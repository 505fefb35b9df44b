import { CalendarClock, Download, ListOrdered } from "lucide-react";
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { type AdminBooking, MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "#bookings/admin.ts";
import { fullName, STATUSES } from "#bookings/booking.ts";
import { UndoFirstContactDialog } from "#leads/web/first-contact-panel.tsx";
import { errorText } from "#platform/web/api.ts";
import { FilterBar, FilterChoice, SearchField } from "#platform/web/lists/filter-bar.tsx";
import { Pager } from "#platform/web/lists/pager.tsx";
import { useLinkedRecord } from "#platform/web/lists/use-linked-record.ts";
import { type ListParams, useLastPage, useListParams } from "#platform/web/lists/use-list-params.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button, buttonClasses } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { company } from "#site";
import { loadBooking, useBookings, useMarkFirstContact } from "./admin-queries.ts";
import { BookingDetailsDialog } from "./booking-details-dialog.tsx";
import { BookingNotesDialog } from "./booking-notes-dialog.tsx";
import { BookingStatusDialog } from "./booking-status-dialog.tsx";
import { type BookingDialog, BookingsTable } from "./bookings-table.tsx";
import { useExport } from "./use-export.ts";

export const meta: PageMeta = { title: `Bookings Management | ${company.name}` };

const FILTERS = ["search", "status", "meetingType", "propertyType"] as const;
type Filter = (typeof FILTERS)[number];

const FILTER_NAMES: Record<Filter, string> = {
  search: "Search",
  status: "Status",
  meetingType: "Meeting type",
  propertyType: "Property type",
};

export default function BookingsPage() {
  const params = useListParams(FILTERS);
  const bookings = useBookings(params.query);
  const [open, setOpen] = useState<{ dialog: BookingDialog; booking: AdminBooking }>();
  const openDialog = useCallback((dialog: BookingDialog, booking: AdminBooking) => setOpen({ dialog, booking }), []);
  const list = bookings.data;
  useLastPage(params, bookings);
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
          <ExportButton query={params.query} isEmpty={!list?.bookings.length} />
        </>
      }
    >
      <div className={open ? "no-print" : undefined}>
        <Filters params={params} />
        <p role="status" className="my-4 text-small">
          {list && `Showing ${list.bookings.length} of ${list.pagination.totalItems} total bookings`}
        </p>
        {bookings.isPending && <LoadingText>Loading bookings...</LoadingText>}
        {bookings.error && (
          <LoadError onRetry={() => bookings.refetch()}>
            {errorText(bookings.error, "Failed to load bookings")}
          </LoadError>
        )}
        {list?.bookings.length === 0 && !bookings.error && (
          <EmptyState
            action={
              params.isFiltered && (
                <Button variant="outline" onClick={params.clearFilters}>
                  Show all bookings
                </Button>
              )
            }
          >
            No bookings found. Try adjusting your filters.
          </EmptyState>
        )}
        {(bookings.isPending || Boolean(list?.bookings.length)) && (
          <BookingsTable bookings={list?.bookings} isBusy={bookings.isFetching} onOpen={openDialog} />
        )}
        {list && (
          <div className="mt-4">
            <Pager pagination={list.pagination} onGo={params.setPage} />
          </div>
        )}
      </div>
      <OpenDialog open={open} onOpen={setOpen} />
    </AdminPage>
  );
}

type Open = { dialog: BookingDialog; booking: AdminBooking };

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

function Filters({ params }: { params: ListParams<Filter> }) {
  const { filters, setFilter } = params;
  const active = FILTERS.filter((name) => filters[name]).map((name) => ({
    name: FILTER_NAMES[name],
    value: filters[name],
    onRemove: () => setFilter(name, ""),
  }));
  return (
    <FilterBar active={active} onClear={params.clearFilters}>
      <SearchField
        value={filters.search}
        placeholder="Search name, email, phone..."
        onSearch={(text) => setFilter("search", text)}
      />
      <FilterChoice
        label="Status"
        all="All statuses"
        value={filters.status}
        options={STATUSES}
        onChoose={(value) => setFilter("status", value)}
      />
      <FilterChoice
        label="Meeting type"
        all="All meeting types"
        value={filters.meetingType}
        options={Object.keys(MEETING_TYPE_FILTERS)}
        onChoose={(value) => setFilter("meetingType", value)}
      />
      <FilterChoice
        label="Property type"
        all="All property types"
        value={filters.propertyType}
        options={Object.keys(PROPERTY_TYPE_FILTERS)}
        onChoose={(value) => setFilter("propertyType", value)}
      />
    </FilterBar>
  );
}

function ExportButton({ query, isEmpty }: { query: string; isEmpty: boolean }) {
  const { isRunning, rows, start, cancel } = useExport();
  const filters = new URLSearchParams(query);
  filters.delete("page");
  return (
    <>
      <p role="status" className="tabular text-muted text-small empty:-mr-3">
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
