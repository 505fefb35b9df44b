import { FILE_HEADINGS, REQUIRED_HEADINGS } from "#bookings/facts.ts";
import { CONTACT_COLUMNS, REQUIRED_CONTACT_COLUMNS } from "#contact/csv.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { company } from "#site";
import { ImportPanel } from "./import-panel.tsx";

export const meta: PageMeta = { title: `Import | ${company.name}` };

export default function ImportPage() {
  return (
    <AdminPage
      title="Import"
      subtitle="Bookings and contacts from a file, checked line by line before anything is made of them"
      back={{ to: "/admin", label: "Back to Dashboard" }}
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ImportPanel
          many="bookings"
          one="booking"
          path="/api/bookings/import"
          list="/admin/bookings"
          columns={FILE_HEADINGS}
          required={REQUIRED_HEADINGS}
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
          columns={CONTACT_COLUMNS}
          required={REQUIRED_CONTACT_COLUMNS}
        >
          <p>People who wrote to you elsewhere, with what they wrote. Nobody gets an e-mail about it.</p>
        </ImportPanel>
      </div>
    </AdminPage>
  );
}
