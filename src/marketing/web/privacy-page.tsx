import { storedFactsOf } from "#bookings/facts.ts";
import { company } from "#company/facts.ts";
import { ADDRESS_LINE, EMAIL_LINK, PHONE_LINK } from "#shell/web/contact-links.ts";
import type { PageMeta } from "#shell/web/page.ts";
import { breadcrumbSchema } from "#shell/web/structured-data.ts";
import { LegalPage, type LegalPart } from "./legal-page.tsx";

export const meta: PageMeta = {
  title: `Privacy Policy | ${company.shortName}`,
  description: `What ${company.name} stores when you book a meeting or write to us, why, for how long, who sees it, and how to get a copy or have it deleted.`,
  jsonLd: [breadcrumbSchema({ name: "Privacy Policy", path: "/privacy" })],
};

const PARTS: readonly LegalPart[] = [
  {
    id: "short",
    heading: "The short version",
    text: (
      <>
        <p>
          We keep what you type into our forms, to meet you and to answer you. We do not sell it or rent it out. There
          are no advertising trackers on this site, no analytics service and no cookies.
        </p>
      </>
    ),
  },
  {
    id: "stored",
    heading: "What we store",
    text: (
      <>
        <p>When you book a meeting:</p>
        <ul>
          <li>{listed(storedFactsOf("person"), " and ")};</li>
          <li>{listed(storedFactsOf("property"), ", and ")};</li>
          <li>
            the time and kind of meeting, what becomes of it, the reason you give if you cancel it, and our notes about
            it;
          </li>
          <li>
            your agreement to be contacted: the exact text you agreed to, the time, your internet address and the
            browser you used. The law asks us to be able to show it.
          </li>
        </ul>
        <p>
          When you write to us: your name, e-mail address, telephone number if you give one, subject, message, and our
          notes.
        </p>
        <p>
          With both: how you found this site, as far as your browser said so. That is the page you came from, the page
          you landed on, and the campaign named in the link, for your first and your latest visit. If your browser sends
          the Global Privacy Control signal, we keep none of this.
        </p>
        <p>
          When you follow a short link from one of our postcards or signs, we count that a person did, not who. With
          Global Privacy Control we do not count it.
        </p>
        <p>
          When you make an account: your e-mail address, a password that we cannot read (only its hash is stored), and
          the time of your last sign-in.
        </p>
        <p>
          We also keep copies of the e-mails we sent you, and count for about a day how often a form is sent from one
          internet address, to keep robots out. The server’s technical log notes requests and errors, with internet
          addresses, to keep the site safe. It holds no passwords and no message texts.
        </p>
      </>
    ),
  },
  {
    id: "browser",
    heading: "What stays in your browser",
    text: (
      <>
        <p>These are kept on your own device and are yours to delete in the browser’s settings:</p>
        <ul>
          <li>the look you chose, light or dark;</li>
          <li>how you found the site, until you send it along with a form;</li>
          <li>what you have begun to type into a form, until you close the tab;</li>
          <li>the link to change your meeting, until you close the tab you booked or opened it in;</li>
          <li>if you sign in, the proof that you did.</li>
        </ul>
        <p>
          The map on our contact page is a drawing. Only if you open the live map does your browser ask OpenStreetMap
          for it, and OpenStreetMap then learns your internet address.
        </p>
      </>
    ),
  },
  {
    id: "why",
    heading: "Why we store it",
    text: (
      <p>
        To hold the meeting you asked for, to make you an offer, to answer you, to remind you the day before, and to
        know which of our advertisements are worth their money. For nothing else.
      </p>
    ),
  },
  {
    id: "how-long",
    heading: "How long",
    text: (
      <ul>
        <li>
          Bookings and messages: as long as we are in touch, and then until you ask us to delete them or three years
          have passed. A person does the deleting, so please ask if it matters to you.
        </li>
        <li>
          The record of your agreement to be contacted: five years, because claims about calls can be made that long.
        </li>
        <li>Papers of a sale: as long as tax law asks, usually seven years.</li>
        <li>Technical logs: as long as the host keeps them, usually some weeks.</li>
      </ul>
    ),
  },
  {
    id: "who",
    heading: "Who sees it",
    text: (
      <>
        <p>
          Our own staff. Once you accept an offer, the title company that handles the closing. The companies that run
          our server, deliver our e-mail and keep our staff's calendars, who may not use it for themselves. A court or
          an authority, where the law leaves us no choice.
        </p>
        <p>
          The links in our e-mails open your booking without a password, and one of them lets its holder move or cancel
          the meeting. Share them only with people you trust.
        </p>
      </>
    ),
  },
  {
    id: "contacting-you",
    heading: "How we contact you",
    text: (
      <>
        <p>
          If you tick the box in the booking form, a person from {company.name} calls or e-mails you about your property
          and the meeting. We use no recorded voices and no automatic dialing. Agreeing is not a condition of selling to
          us, and you can take it back at any time, in any words.
        </p>
        <p>Every reminder e-mail has a link that ends reminders.</p>
      </>
    ),
  },
  {
    id: "rights",
    heading: "A copy, a correction, a deletion",
    text: (
      <>
        <p>
          Write to{" "}
          <a className="link" href={EMAIL_LINK}>
            {company.email}
          </a>
          , call{" "}
          <a className="link" href={PHONE_LINK}>
            {company.phone}
          </a>
          , or send a letter to {company.name}, {ADDRESS_LINE}. Say which of these you want; we answer within 30 days
          and charge nothing. To be sure that it is you, we ask for something only you would know, such as the reference
          of your booking.
        </p>
        <p>
          We do not sell or share personal information in the sense of state privacy laws. This site honors the Global
          Privacy Control signal of your browser: with it, how you found us is not kept. If we ever add a service that
          sells or shares, it will honor the signal too.
        </p>
      </>
    ),
  },
  {
    id: "children",
    heading: "Children, and changes",
    text: (
      <p>
        This site is for people who own property; it is not meant for children. When we change this text, the new one
        stands here, and for anything that weighs we ask you again.
      </p>
    ),
  },
];

export default function PrivacyPage() {
  return (
    <LegalPage
      label="Plain words"
      title="Privacy Policy"
      lead="What we know about you, where it is kept, and how you get rid of it."
      parts={PARTS}
    />
  );
}

function listed(items: readonly string[], lastJoint: string): string {
  return `${items.slice(0, -1).join(", ")}${lastJoint}${items.at(-1)}`;
}
