import { US_STATES } from "#bookings/us-states.ts";
import { company, figures } from "#company/facts.ts";
import { ADDRESS_LINE, EMAIL_LINK } from "#shell/web/contact-links.ts";
import type { PageMeta } from "#shell/web/page.ts";
import { breadcrumbSchema } from "#shell/web/structured-data.ts";
import { LegalPage, type LegalPart } from "./legal-page.tsx";

/** The list is without the District of Columbia and the territories. */
const STATE = (US_STATES as Record<string, string>)[company.address.state] ?? company.address.state;

export const meta: PageMeta = {
  title: `Terms of Service | ${company.shortName}`,
  description: `What using this site and meeting ${company.name} means: free meetings, no obligation, written offers, and where to find free independent advice.`,
  jsonLd: [breadcrumbSchema({ name: "Terms of Service", path: "/terms" })],
};

const PARTS: readonly LegalPart[] = [
  {
    id: "who-we-are",
    heading: "Who we are",
    text: (
      <p>
        {company.name}, {ADDRESS_LINE}, buys houses for its own account, to repair and resell or rent them. We are not
        your agent, broker, lawyer, lender or adviser. We act for ourselves, and we say so.
      </p>
    ),
  },
  {
    id: "meeting",
    heading: "Booking a meeting",
    text: (
      <>
        <p>
          A meeting is free and binds you to nothing. The time you book is held for you once you see the confirmation.
          If you cannot come, tell us; if we cannot, we tell you and offer another time. Times are in our own time zone,
          named beside them.
        </p>
        <p>Please book only for yourself, or for a person who asked you to, and with details that are true.</p>
      </>
    ),
  },
  {
    id: "offers",
    heading: "Offers",
    text: (
      <>
        <p>
          Nothing on this site is an offer. An offer from us is a signed page that names the property, the price and how
          it was worked out. We aim to give it within {figures.offerWithin.value} of seeing the house. It is usually
          below what a listed sale might bring, because it allows for repairs, our costs and our margin.
        </p>
        <p>
          You are never obliged to accept. A sale comes about only by a written purchase contract that both sides sign.
          Have it read by a lawyer if you like; we wait.
        </p>
      </>
    ),
  },
  {
    id: "advice",
    heading: "Free, independent advice",
    text: (
      <>
        <p>
          If you are behind on payments, a housing counselor approved by the U.S. Department of Housing and Urban
          Development (HUD) helps you free of charge:{" "}
          <a className="link" href="tel:+18889954673">
            1-888-995-4673
          </a>{" "}
          or{" "}
          <a className="link" href="tel:+18005694287">
            1-800-569-4287
          </a>
          . Calling your lender first is fine. You need not stop talking to your lender to talk to us.
        </p>
        <p>We take no money in advance, and we do not ask for a deed before closing.</p>
      </>
    ),
  },
  {
    id: "figures",
    heading: "Figures and letters",
    text: (
      <p>
        Figures on this site describe the past and promise nothing about your sale. Where figures, people or letters are
        samples, the page says so beside them.
      </p>
    ),
  },
  {
    id: "contact",
    heading: "Being contacted",
    text: (
      <p>
        We call or e-mail you only if you agreed to it or wrote to us first. What you agreed to, and how to take it
        back, stands in the{" "}
        <a className="link" href="/privacy#contacting-you">
          Privacy Policy
        </a>
        .
      </p>
    ),
  },
  {
    id: "site",
    heading: "Using the site",
    text: (
      <p>
        Please do not try to break it, flood it, or read what belongs to other people. Accounts are personal: keep the
        password to yourself. We may close an account that is misused.
      </p>
    ),
  },
  {
    id: "liability",
    heading: "What we answer for",
    text: (
      <p>
        We keep the site running and its facts right with ordinary care. We cannot promise that it is never down.
        Nothing here takes away rights that the law gives you. The law of {STATE} applies.
      </p>
    ),
  },
  {
    id: "changes",
    heading: "Changes and questions",
    text: (
      <p>
        When these terms change, the new ones stand here. For a meeting you have booked, those of the day you booked it
        count. Ask us anything at{" "}
        <a className="link" href={EMAIL_LINK}>
          {company.email}
        </a>
        .
      </p>
    ),
  },
];

export default function TermsPage() {
  return (
    <LegalPage
      label="Plain words"
      title="Terms of Service"
      lead="The meeting is free, the offer is in writing, and you can always say no."
      parts={PARTS}
    />
  );
}
