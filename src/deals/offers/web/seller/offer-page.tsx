import "./offer-page.css";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { callOrWrite, shownContact } from "#company/shell/shown.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallOrWriteLinks, ContactLink } from "#company/shell/web/parts/reach.tsx";
import type { SellerOffer, SellerState } from "#deals/offers/seller.ts";
import { formatDay, wallClock } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";
import { ApiError } from "#platform/web/api.ts";
import { useIsSlow } from "#platform/web/hooks/use-is-slow.ts";
import { useLinkToken } from "#platform/web/hooks/use-link-token.ts";
import { queryClient } from "#platform/web/query-client.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Spinner } from "#platform/web/ui/spinner.tsx";
import { OfferSheet } from "../sheet/offer-sheet.tsx";
import { Answers } from "./answers.tsx";
import { useSellerOffer } from "./queries.ts";

export const meta: PageMeta = ({ company }) => ({ title: `Your offer | ${company.shortName}` });

export default function OfferPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <LinkedOffer />
    </QueryClientProvider>
  );
}

function LinkedOffer() {
  const facts = useFacts();
  // All offers share one prerendered page, so only the browser knows the token.
  const token = useLinkToken();
  const viewed = useSellerOffer(token);
  const isSlow = useIsSlow(viewed.isPending);
  if (token === "")
    return (
      <NoOffer title="Please open the link in your e-mail again">
        This page knows your offer only by that link. Open it from the e-mail, or {callOrWrite(facts)}:
      </NoOffer>
    );
  if (token && viewed.data) return <Offer key={token} token={token} offer={viewed.data.offer} />;
  if (viewed.error && !viewed.isFetching)
    return isUnknown(viewed.error) ? (
      <NoOffer title="This link is no longer valid">
        It may be incomplete. Open it from the latest e-mail again, or {callOrWrite(facts)}:
      </NoOffer>
    ) : (
      <NoOffer title="Failed to load your offer" onRetry={() => void viewed.refetch()}>
        The connection may be down for a moment. The offer is unchanged. You can also {callOrWrite(facts)}:
      </NoOffer>
    );
  return (
    <div className="wrap offer-page offer-waiting">
      <h1>Your offer</h1>
      <noscript>
        <p className="note">
          Reading the offer online needs JavaScript. Please {callOrWrite(facts)} instead: {shownContact(facts).text}.
        </p>
      </noscript>
      <p role="status">
        <Spinner /> {isSlow ? "Still loading your offer …" : "Loading your offer …"}
      </p>
    </div>
  );
}

/** Replaces the offer. The phone number or e-mail address follows the text. */
function NoOffer({ title, children, onRetry }: { title: string; children: ReactNode; onRetry?: () => void }) {
  const facts = useFacts();
  return (
    <div className="wrap offer-page offer-waiting">
      <h1>{title}</h1>
      <p className="lead">
        {children} <ContactLink contact={shownContact(facts)} className="link" />.
      </p>
      <p className="flex flex-wrap gap-3">
        {onRetry && <Button onClick={onRetry}>Retry</Button>}
        <ButtonLink href="/" variant="outline">
          Return Home
        </ButtonLink>
      </p>
    </div>
  );
}

function Offer({ token, offer }: { token: string; offer: SellerOffer }) {
  const { state, offer: shown } = offer;
  return (
    <div className={`wrap offer-page ${shown ? "" : "offer-waiting"}`}>
      <header className="grid gap-3 print:gap-0">
        <h1 className="wrap-anywhere">{titleOf(offer)}</h1>
        {shown && <p className="offer-headline">{formatCents(shown.figures.cash.cents)}</p>}
        <OfferStatus offer={offer} />
        {shown && (
          <p className="flex flex-wrap gap-3 print:hidden">
            {state === "open" && <ButtonLink href="#your-answer">Answer</ButtonLink>}
            <Button variant="outline" onClick={() => print()}>
              Print this page
            </Button>
          </p>
        )}
      </header>
      {shown && <OfferSheet offer={shown} />}
      <Answers token={token} offer={offer} />
      {state === "open" && (
        <p>
          Rather talk to a person? <CallOrWriteLinks start="Call" />. This offer binds you to nothing.
        </p>
      )}
    </div>
  );
}

const CLOSED: Record<Exclude<SellerState, "open">, string> = {
  expired: "The time of this offer is over.",
  replaced: "A newer offer was sent.",
  withdrawn: "This offer no longer stands.",
  closed: "This offer is closed.",
};

function titleOf({ state, place }: SellerOffer): string {
  if (state !== "open") return CLOSED[state];
  return place ? `Offer for ${place}` : "Offer for your house";
}

function OfferStatus({ offer: { state, name, sentAt, offer } }: { offer: SellerOffer }) {
  const { company, timeZone, words } = useFacts();
  const sentDay = formatDay(wallClock(new Date(sentAt), timeZone).day, "short");
  const until = offer && formatDay(offer.content.validUntil, "full");
  if (state === "open")
    return (
      <p className="lead wrap-anywhere print:text-(length:--text-print)">
        For {name}, from {company.name}, {sentDay}. It is valid until <strong>{until}</strong>.
      </p>
    );
  return (
    <p className="lead">
      {state === "expired" && `It was valid until ${until}. ${words.offers.expired}`}
      {state === "replaced" && "Please open the link in the latest e-mail. If you cannot find it:"}
      {state === "closed" && words.offers.closed}
      {state === "withdrawn" && words.offers.withdrawn}{" "}
      <CallOrWriteLinks start={state === "expired" ? "Call" : "call"} />.
    </p>
  );
}

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
