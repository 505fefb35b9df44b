import * as bookings from "#bookings/facts.ts";
import { company } from "#company/facts.ts";
import * as contact from "#contact/facts.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { ImportPanel } from "./import-panel.tsx";

export const meta: PageMeta = { title: `Import | ${company.name}` };

export default function ImportPage() {
  return (
    <AdminPage
      title="Import"
      subtitle="Bookings and contacts from a file, checked line by line before anything is imported"
      back={{ to: "/admin", label: "Back to Dashboard" }}
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ImportPanel
          many="bookings"
          one="booking"
          path="/api/bookings/import"
          list="/admin/bookings"
          columns={bookings.FILE_HEADINGS}
          required={bookings.REQUIRED_HEADINGS}
        >
          <p>
            As Export CSV writes them, or from another system. Nobody gets an e-mail about it, but a meeting still ahead
            gets its reminder the day before.
          </p>
        </ImportPanel>
        <ImportPanel
          many="contacts"
          one="contact"
          path="/api/contact/admin/import"
          list="/admin/contacts"
          columns={contact.FILE_HEADINGS}
          required={contact.REQUIRED_HEADINGS}
        >
          <p>People who wrote to you elsewhere, with what they wrote. Nobody gets an e-mail about it.</p>
        </ImportPanel>
      </div>
    </AdminPage>
  );
}
