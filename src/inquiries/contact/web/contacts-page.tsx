import type { PageMeta } from "#company/shell/web/page.ts";
import { CONTACT_STATUSES } from "#inquiries/contact/contact.ts";
import { OpenInquiryDialog, useInquiryDialogs } from "#inquiries/kinds/web/inquiry-dialogs.tsx";
import { FoundPeople } from "#people/leads/web/found-people-panel.tsx";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { useFocusAfterLeaving } from "#platform/web/lists/use-focus-after-leaving.ts";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { ContactCorrectionDialog } from "./contact-correction-dialog.tsx";
import { ContactDeleteDialog } from "./contact-delete-dialog.tsx";
import { ContactDetailsDialog } from "./contact-details-dialog.tsx";
import { ContactStatusDialog } from "./contact-status-dialog.tsx";
import { ContactsTable } from "./contacts-table.tsx";
import { CONTACTS, useContacts } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Contact Submissions | ${company.name}` });

const CHOICES = { status: { label: "Status", all: "All statuses", options: asOptions(CONTACT_STATUSES) } };
const FILTERS = ["search", "status"] as const;

const OWN_DIALOGS = { status: ContactStatusDialog, correct: ContactCorrectionDialog, delete: ContactDeleteDialog };

export default function ContactsPage() {
  const params = useListParams(FILTERS);
  const contacts = useContacts(params.query);
  const [first] = contacts.data?.contacts ?? [];
  const { details, closeDetails, open, close, openDialog, openFromDetails } = useInquiryDialogs(
    CONTACTS,
    contacts.data?.contacts,
  );
  const focusAfterDelete = useFocusAfterLeaving({
    records: contacts.data?.contacts,
    isDialogOpen: open !== undefined,
    action: "details",
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
        details ? (
          <ContactDetailsDialog contact={details} onClose={closeDetails} onOpen={openFromDetails} />
        ) : (
          open && (
            <OpenInquiryDialog
              kind={CONTACTS}
              open={open}
              onClose={close}
              onDeleted={focusAfterDelete}
              own={OWN_DIALOGS}
            />
          )
        )
      }
      likelyDialog={first && <ContactStatusDialog inquiry={first} onClose={() => {}} />}
    >
      <ContactsTable contacts={contacts.data?.contacts} isBusy={contacts.isPlaceholderData} onOpen={openDialog} />
    </AdminListPage>
  );
}
