import type { PageMeta } from "#company/shell/web/page.ts";
import { CallLink } from "#company/shell/web/parts/reach.tsx";
import { Button } from "#platform/web/ui/button.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `No reminders | ${company.shortName}` });

/** Opening the link changes nothing; the button posts to the page's own address. */
export default function StopRemindersPage() {
  return (
    <div className="wrap py-12 lg:py-24">
      <p className="lot-label">Reminders</p>
      <h1>No reminders for this meeting?</h1>
      <p className="lead mt-4">
        One reminder is sent, 24 hours before your meeting. If you turn it off, the meeting itself stays booked.
      </p>
      <form method="post" className="mt-8">
        <Button type="submit" className="w-full sm:w-auto">
          Send me no reminder
        </Button>
      </form>
      <p className="mt-6">
        To change or cancel the meeting, <CallLink className="link inline-flex min-h-11 items-center font-semibold" />
      </p>
    </div>
  );
}
