import { useState } from "react";
import type { PageMeta } from "#company/shell/web/page.ts";
import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { CONTACT_STATUSES } from "#inquiries/contact/contact.ts";
import { UndoFirstContactDialog } from "#people/leads/web/first-contact-panel.tsx";
import { FoundPeople } from "#people/leads/web/found-people-panel.tsx";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { TryDialog } from "#people/leads/web/try-panel.tsx";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import type { DetailsAction } from "#platform/web/dialogs/details-actions.tsx";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { useFocusAfterLeaving } from "#platform/web/lists/use-focus-after-leaving.ts";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import { ContactCorrectionDialog } from "./contact-correction-dialog.tsx";
import { ContactDeleteDialog } from "./contact-delete-dialog.tsx";
import { ContactDetailsDialog } from "./contact-details-dialog.tsx";
import { ContactNotesDialog } from "./contact-notes-dialog.tsx";
import { ContactStatusDialog } from "./contact-status-dialog.tsx";
import { type ContactDialog, ContactsTable } from "./contacts-table.tsx";
import { loadContact, useContacts, useMarkFirstContact } from "./queries.ts";
import { contactKeys } from "./query-keys.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Contact Submissions | ${company.name}` });

const CHOICES = { status: { label: "Status", all: "All statuses", options: asOptions(CONTACT_STATUSES) } };
const FILTERS = ["search", "status"] as const;

type Open = { dialog: Exclude<ContactDialog, "details"> | DetailsAction; contact: AdminContactMessage };

export default function ContactsPage() {
  const params = useListParams(FILTERS);
  const contacts = useContacts(params.query);
  const [first] = contacts.data?.contacts ?? [];
  const [open, setOpen] = useState<Open>();
  const details = useRecordDialog({
    list: "/admin/contacts",
    parameter: "contact",
    listed: contacts.data?.contacts,
    keyOf: contactKeys.record,
    load: loadContact,
    fallback: "Failed to load contacts",
    follows: [permissionKeys.all, leadKeys.all],
  });
  const focusAfterDelete = useFocusAfterLeaving({
    records: contacts.data?.contacts,
    isDialogOpen: open !== undefined,
    action: "details",
  });
  const openDialog = useStableCallback((dialog: ContactDialog, contact: AdminContactMessage) => {
    if (dialog === "details") details.open(contact._id);
    else setOpen({ dialog, contact });
  });

  return (
    <AdminListPage
      title="Contact Submissions"
      subtitle="Review and respond to contact form submissions"
      back={{ to: "/admin", label: "Back" }}
      what="contacts"
      params={params}
      searched="Search name, email, subject..."
      choices={CHOICES}
      query={contacts}
      count={contacts.data?.contacts.length}
      fallback="Failed to load contacts"
      none="No contacts found. Try adjusting your filters."
      elsewhere={<FoundPeople search={params.filters.search} />}
      dialog={
        details.record ? (
          <ContactDetailsDialog
            contact={details.record}
            onClose={details.close}
            onOpen={(dialog, contact) => {
              setOpen({ dialog, contact });
              details.close();
            }}
          />
        ) : (
          open && <OpenDialog open={open} onClose={() => setOpen(undefined)} onDeleted={focusAfterDelete} />
        )
      }
      likelyDialog={first && <ContactStatusDialog contact={first} onClose={() => {}} />}
    >
      <ContactsTable contacts={contacts.data?.contacts} isBusy={contacts.isFetching} onOpen={openDialog} />
    </AdminListPage>
  );
}

type OpenDialogProps = { open: Open; onClose: () => void; onDeleted: (contact: AdminContactMessage) => void };

function OpenDialog({ open: { dialog, contact }, onClose, onDeleted }: OpenDialogProps) {
  const { mutate } = useMarkFirstContact();
  switch (dialog) {
    case "status":
      return <ContactStatusDialog contact={contact} onClose={onClose} />;
    case "notes":
      return <ContactNotesDialog contact={contact} onClose={onClose} />;
    case "correct":
      return <ContactCorrectionDialog contact={contact} onClose={onClose} />;
    case "try":
      return <TryDialog leadId={contact.leadId} of={contact.name} onClose={onClose} />;
    case "undo-first-contact":
      return (
        <UndoFirstContactDialog
          inquiry={contact}
          of={contact.name}
          onConfirm={() => mutate({ id: contact._id, contacted: false, version: contact.version })}
          onClose={onClose}
        />
      );
    case "delete":
      return (
        <ContactDeleteDialog
          contact={contact}
          onClose={onClose}
          onDeleted={() => {
            onDeleted(contact);
            onClose();
          }}
        />
      );
  }
}
