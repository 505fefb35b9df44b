import { useFacts } from "#company/facts/web/use-facts.ts";
import { CALL_BACK_LATER } from "#company/shell/call-back.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";
import { hoursText } from "#inquiries/roster/promise.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Thank you | ${company.shortName}` });

export default function CallBackAskedPage() {
  const facts = useFacts();
  return (
    <div className="wrap max-w-176 py-12 lg:py-24">
      <LotLabel claim={facts.claims.callBack}>Call me back</LotLabel>
      <h1>{facts.words.callBack.thanksTitle}</h1>
      <p className="lead mt-4">{facts.words.callBack.thanks}</p>
      <p className="mt-4">{hoursText(facts)}</p>
      <div id={CALL_BACK_LATER} tabIndex={-1} className="mt-6 hidden target:block">
        <Note>
          At that time it is before 8 AM or after 9 PM where you or the house are, when nobody is called. The call comes
          at the next hour after that.
        </Note>
      </div>
      <p className="mt-6">
        If it cannot wait, <CallOrWriteLinks start="call" />.
      </p>
      <ButtonLink href="/" className="mt-8 w-full sm:w-auto">
        Return Home
      </ButtonLink>
    </div>
  );
}
