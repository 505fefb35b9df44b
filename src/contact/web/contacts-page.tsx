import { useEffect, useRef, useState } from "react";
import type { AdminContactMessage } from "#contact/admin.ts";
import { CONTACT_STATUSES } from "#contact/contact.ts";
import { UndoFirstContactDialog } from "#leads/web/first-contact-panel.tsx";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { PagedList } from "#platform/web/lists/paged-list.tsx";
import { useLinkedRecord } from "#platform/web/lists/use-linked-record.ts";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { company } from "#site";
import { ContactDeleteDialog } from "./contact-delete-dialog.tsx";
import { ContactDetailsDialog } from "./contact-details-dialog.tsx";
import { ContactNotesDialog } from "./contact-notes-dialog.tsx";
import { ContactStatusDialog } from "./contact-status-dialog.tsx";
import { type ContactDialog, ContactsTable } from "./contacts-table.tsx";
import { loadContact, useContacts, useMarkFirstContact, useMarkRead } from "./queries.ts";

export const meta: PageMeta = { title: `Contact Submissions | ${company.name}` };

const CHOICES = { status: { label: "Status", all: "All statuses", options: CONTACT_STATUSES } };
const FILTERS = ["search", "status"] as const;

type Open = { dialog: ContactDialog; contact: AdminContactMessage };

export default function ContactsPage() {
  const params = useListParams(FILTERS);
  const contacts = useContacts(params.query);
  const markRead = useMarkRead();
  const [open, setOpen] = useState<Open>();
  const focusAfterDelete = useFocusAfterDelete(open !== undefined);

  const openDialog = useStableCallback(async (dialog: ContactDialog, contact: AdminContactMessage) => {
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
      <div className={open ? "print:hidden" : undefined}>
        <PagedList
          what="contacts"
          params={params}
          searched="Search name, email, subject..."
          choices={CHOICES}
          query={contacts}
          count={contacts.data?.contacts.length}
          fallback="Failed to load contacts"
          none="No contacts found. Try adjusting your filters."
        >
          <ContactsTable contacts={contacts.data?.contacts} isBusy={contacts.isFetching} onOpen={openDialog} />
        </PagedList>
      </div>
      <OpenDialog open={open} onOpen={setOpen} onDeleted={focusAfterDelete} />
    </AdminPage>
  );
}

type OpenDialogProps = {
  open: Open | undefined;
  onOpen: (next: Open | undefined) => void;
  onDeleted: (contact: AdminContactMessage) => void;
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
  return (contact: AdminContactMessage) => {
    deleted.current = contact._id;
  };
}
