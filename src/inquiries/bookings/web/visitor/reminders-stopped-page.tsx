import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownContact, shownPhone } from "#company/shell/shown.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Reminder turned off | ${company.shortName}` });

export default function RemindersStoppedPage() {
  const facts = useFacts();
  const contact = shownContact(facts);
  return (
    <div className="wrap py-12 lg:py-24">
      <p className="lot-label">Reminders</p>
      <h1>No reminder of this meeting is sent.</h1>
      <p className="lead mt-4">The meeting itself stays booked. If its time changes, you are still told.</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <ButtonLink href="/" className="w-full sm:w-auto">
          Return Home
        </ButtonLink>
        <ButtonLink href={contact.href} variant="outline" className="w-full sm:w-auto">
          {shownPhone(facts) ? `Call ${contact.text}` : "Write an e-mail"}
        </ButtonLink>
        {contact.isSample && <SampleMark className="self-center" />}
      </div>
    </div>
  );
}
