import type { PageMeta } from "#company/shell/web/page.ts";
import { REQUIRED_SPEND_HEADINGS, SPEND_HEADINGS } from "#deals/campaigns/spend.ts";
import { LEAD_HEADINGS, REQUIRED_LEAD_HEADINGS } from "#deals/follow-up/leads-file.ts";
import * as bookings from "#inquiries/bookings/columns.ts";
import * as contact from "#inquiries/contact/facts.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { ImportPanel } from "./import-panel.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Import | ${company.name}` });

export default function ImportPage() {
  return (
    <AdminPage
      title="Import"
      subtitle="Bookings, contacts, leads and spend from a file, checked line by line before anything is imported"
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
          isOfPeople
        >
          <p>
            As Export CSV writes them, or from another system. The visitor of a meeting still ahead gets its reminder
            the day before, and no other e-mail.
          </p>
        </ImportPanel>
        <ImportPanel
          many="contacts"
          one="contact"
          path="/api/contact/admin/import"
          list="/admin/contacts"
          columns={contact.FILE_HEADINGS}
          required={contact.REQUIRED_HEADINGS}
          isOfPeople
        >
          <p>People who wrote to you elsewhere, with what they wrote. They get no e-mail about it.</p>
        </ImportPanel>
        <ImportPanel
          many="leads"
          one="lead"
          path="/api/leads/import"
          list="/admin/people"
          columns={LEAD_HEADINGS}
          required={REQUIRED_LEAD_HEADINGS}
          isOfPeople
        >
          <p>
            People with a property, their stage and what you do next. A line without stage and next step is kept as past
            and asks for nothing, unless you say that it is new. They get no e-mail about it.
          </p>
        </ImportPanel>
        <ImportPanel
          many="spend amounts"
          one="spend amount"
          path="/api/campaigns/spend/import"
          list="/admin/campaigns"
          columns={SPEND_HEADINGS}
          required={REQUIRED_SPEND_HEADINGS}
        >
          <p>
            What campaigns cost in a month, such as an advertising network writes it. An amount of the file replaces the
            one that is there.
          </p>
        </ImportPanel>
      </div>
    </AdminPage>
  );
}
