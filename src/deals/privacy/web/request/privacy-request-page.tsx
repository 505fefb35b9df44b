import { QueryClientProvider } from "@tanstack/react-query";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallOrWriteLinks } from "#company/shell/web/parts/reach.tsx";
import { RECORD_MONTHS } from "#deals/privacy/privacy-request.ts";
import { useLinkToken } from "#platform/web/hooks/use-link-token.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { ConfirmPanel } from "./confirm-panel.tsx";
import { RequestForm } from "./request-form.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Your data: ask about it | ${company.shortName}` });

/** The form and all mailed links share one prerendered page, so only the browser knows the token. */
export default function PrivacyRequestPage() {
  const token = useLinkToken();
  return (
    <QueryClientProvider client={queryClient}>
      <div className="wrap pt-10 pb-16 lg:pt-16 lg:pb-24">
        {token ? <ConfirmPanel key={token} token={token} /> : <Ask />}
      </div>
    </QueryClientProvider>
  );
}

function Ask() {
  return (
    <>
      <p className="lot-label">Privacy</p>
      <h1>Ask about your data</h1>
      <p className="lead mt-4">
        You may ask for a copy of what is stored about you, and to have it corrected or deleted. It costs nothing, and
        nobody treats you differently for it.
      </p>
      <div className="mt-10 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section aria-labelledby="ask">
          <h2 id="ask">Your request</h2>
          <RequestForm />
        </section>
        <RequestSteps />
      </div>
    </>
  );
}

function RequestSteps() {
  const { privacyRequestDays } = useFacts();
  return (
    <section aria-labelledby="how" className="prose">
      <h2 id="how">How it goes</h2>
      <ol className="list-decimal pl-5">
        <li>
          <strong>You get an e-mail</strong> with a link, so that nobody else can ask in your name. It comes whether
          your address is known or not.
        </li>
        <li>
          <strong>You confirm.</strong> Open the link and press “Confirm my request”. Without that nothing is done, and
          the request is deleted after seven days.
        </li>
        <li>
          <strong>A person answers</strong> within {privacyRequestDays} days, by e-mail.
        </li>
      </ol>
      <h3>What it covers</h3>
      <p>
        A request covers what is stored under the e-mail address that you confirm: bookings, messages, e-mails to you,
        and an account. People who share a telephone number stay separate. For another address, send another request.
      </p>
      <h3>What stays after a deletion</h3>
      <p>
        The proof of what you agreed to or stopped, without your name, address and number in the clear, because the law
        asks to be able to show it; a note that a request was made and answered, without your address, for{" "}
        {RECORD_MONTHS} months; and backup copies until they are replaced. The{" "}
        <a href="/privacy" className="link">
          Privacy Policy
        </a>{" "}
        says more.
      </p>
      <p>
        Rather ask a person? <CallOrWriteLinks start="Call" />.
      </p>
    </section>
  );
}
