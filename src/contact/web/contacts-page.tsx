import { useEffect, useRef, useState } from "react";
import type { AdminContact } from "#contact/admin.ts";
import { CONTACT_STATUSES } from "#contact/contact.ts";
import { UndoFirstContactDialog } from "#leads/web/first-contact-panel.tsx";
import { errorText } from "#platform/web/api.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { FilterBar, FilterChoice, SearchField } from "#platform/web/lists/filter-bar.tsx";
import { Pager } from "#platform/web/lists/pager.tsx";
import { useLinkedRecord } from "#platform/web/lists/use-linked-record.ts";
import { type ListParams, useLastPage, useListParams } from "#platform/web/lists/use-list-params.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { company } from "#site";
import { ContactDeleteDialog } from "./contact-delete-dialog.tsx";
import { ContactDetailsDialog } from "./contact-details-dialog.tsx";
import { ContactNotesDialog } from "./contact-notes-dialog.tsx";
import { ContactStatusDialog } from "./contact-status-dialog.tsx";
import { type ContactDialog, ContactsTable } from "./contacts-table.tsx";
import { loadContact, useContacts, useMarkFirstContact, useMarkRead } from "./queries.ts";

export const meta: PageMeta = { title: `Contact Submissions | ${company.name}` };

const FILTERS = ["search", "status"] as const;
type Filter = (typeof FILTERS)[number];
type Open = { dialog: ContactDialog; contact: AdminContact };

export default function ContactsPage() {
  const params = useListParams(FILTERS);
  const contacts = useContacts(params.query);
  const markRead = useMarkRead();
  const [open, setOpen] = useState<Open>();
  const focusAfterDelete = useFocusAfterDelete(open !== undefined);
  const list = contacts.data;
  useLastPage(params, contacts);

  const openDialog = useStableCallback(async (dialog: ContactDialog, contact: AdminContact) => {
    setOpen({ dialog, contact });
    if (dialog !== "details") return;
    const read = await markRead(contact);
    setOpen((present) => (present?.contact._id === read._id ? { ...present, contact: read } : present));
  });

  useLinkedRecord({
    name: "contact",
    load: loadContact,
    onFound: (contact) => openDialog("details", contact),
    fallback: "Failed to load contacts",
  });

  return (
    <AdminPage
      title="Contact Submissions"
      subtitle="Review and respond to contact form submissions"
      back={{ to: "/admin", label: "Back" }}
    >
      <div className={open ? "no-print" : undefined}>
        <Filters params={params} />
        <p role="status" className="my-4 text-small">
          {list && `Showing ${list.contacts.length} of ${list.pagination.totalItems} total contacts`}
        </p>
        {contacts.isPending && <LoadingText>Loading contacts...</LoadingText>}
        {contacts.error && (
          <LoadError onRetry={() => contacts.refetch()}>
            {errorText(contacts.error, "Failed to load contacts")}
          </LoadError>
        )}
        {list?.contacts.length === 0 && !contacts.error && (
          <EmptyState
            action={
              params.isFiltered && (
                <Button variant="outline" onClick={params.clearFilters}>
                  Show all contacts
                </Button>
              )
            }
          >
            No contacts found. Try adjusting your filters.
          </EmptyState>
        )}
        {(contacts.isPending || Boolean(list?.contacts.length)) && (
          <ContactsTable contacts={list?.contacts} isBusy={contacts.isFetching} onOpen={openDialog} />
        )}
        {list && (
          <div className="mt-4">
            <Pager pagination={list.pagination} onGo={params.setPage} />
          </div>
        )}
      </div>
      <OpenDialog open={open} onOpen={setOpen} onDeleted={focusAfterDelete} />
    </AdminPage>
  );
}

type OpenDialogProps = {
  open: Open | undefined;
  onOpen: (next: Open | undefined) => void;
  onDeleted: (contact: AdminContact) => void;
};

function OpenDialog({ open, onOpen, onDeleted }: OpenDialogProps) {
  const { mutate } = useMarkFirstContact();
  if (!open) return null;
  const { dialog, contact } = open;
  const close = () => onOpen(undefined);
  switch (dialog) {
    case "details":
      return (
        <ContactDetailsDialog
          contact={contact}
          onClose={close}
          onOpen={(next) => onOpen({ dialog: next, contact })}
          onChanged={(changed) => onOpen({ dialog, contact: changed })}
        />
      );
    case "status":
      return <ContactStatusDialog contact={contact} onClose={close} />;
    case "notes":
      return <ContactNotesDialog contact={contact} onClose={close} />;
    case "undo-first-contact":
      return (
        <UndoFirstContactDialog
          lead={contact}
          of={contact.name}
          onConfirm={() => mutate({ id: contact._id, contacted: false, version: contact.version })}
          onClose={close}
        />
      );
    case "delete":
      return (
        <ContactDeleteDialog
          contact={contact}
          onClose={close}
          onDeleted={() => {
            onDeleted(contact);
            close();
          }}
        />
      );
  }
}

function Filters({ params }: { params: ListParams<Filter> }) {
  const { filters, setFilter } = params;
  const active = [
    { name: "Search", value: filters.search, onRemove: () => setFilter("search", "") },
    { name: "Status", value: filters.status, onRemove: () => setFilter("status", "") },
  ].filter(({ value }) => value);
  return (
    <FilterBar active={active} onClear={params.clearFilters}>
      <SearchField
        value={filters.search}
        placeholder="Search name, email, subject..."
        onSearch={(text) => setFilter("search", text)}
      />
      <FilterChoice
        label="Status"
        all="All statuses"
        value={filters.status}
        options={CONTACT_STATUSES}
        onChoose={(value) => setFilter("status", value)}
      />
    </FilterBar>
  );
}

/** The button that asked for the deletion goes with its row: the focus moves to the next row's, else to the heading. */
function useFocusAfterDelete(isDialogOpen: boolean) {
  const deleted = useRef<string>(undefined);
  useEffect(() => {
    if (isDialogOpen || !deleted.current) return;
    // The dialog is closed by now, and has given the focus to the button that is about to go.
    const row = document.querySelector(`[data-record="${deleted.current}"]`);
    deleted.current = undefined;
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) heading.tabIndex = -1;
    (next?.querySelector<HTMLElement>(".row-action") ?? heading)?.focus();
  }, [isDialogOpen]);
  return (contact: AdminContact) => {
    deleted.current = contact._id;
  };
}
