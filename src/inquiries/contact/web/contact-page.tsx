import { type ReactNode, useEffect, useState } from "react";
import { isShown } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { confirmed, listed, shownAddress, shownEmail, shownPhone } from "#company/shell/shown.ts";
import { type OpeningText, readOpening } from "#company/shell/web/opening-hours.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { CallBackForm } from "#company/shell/web/parts/call-back-form.tsx";
import { HoursList } from "#company/shell/web/parts/hours-list.tsx";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { ContactLink } from "#company/shell/web/parts/reach.tsx";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { breadcrumbSchema, businessSchema } from "#company/shell/web/structured-data.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { ContactForm } from "./contact-form.tsx";
import { ContactMap } from "./contact-map.tsx";

export const meta: PageMeta = (facts) => ({
  title: `Contact${waysOf(facts)} | ${facts.company.shortName}`,
  description: descriptionOf(facts),
  jsonLd: [businessSchema(facts), breadcrumbSchema({ name: "Contact", path: "/contact" })],
});

function waysOf(facts: Facts): string {
  const ways = [...(shownPhone(facts) ? ["call"] : []), "write", ...(shownAddress(facts) ? ["visit"] : [])];
  return ways.length > 1 ? `: ${listed(ways, " or ")}` : "";
}

/** Search engines repeat the description, so it contains only confirmed facts. */
function descriptionOf(facts: Facts): string {
  const [phone, address] = [confirmed(shownPhone(facts)), confirmed(shownAddress(facts))];
  const ways = [phone && `Phone ${phone.text}`, address && `office in ${address.city}, ${address.state}`];
  return [...ways.filter((way) => way !== undefined), facts.words.contact.searchText].join(". ");
}

export default function ContactPage() {
  const facts = useFacts();
  const address = shownAddress(facts);
  return (
    <>
      <div className="wrap pt-10 pb-8 lg:pt-16">
        <LotLabel claim={facts.claims.contact}>Contact</LotLabel>
        <h1>{facts.words.contact.title}</h1>
        <p className="lead mt-4">{facts.words.contact.lead}</p>
      </div>
      <div className="wrap grid items-start gap-x-16 gap-y-12 pb-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:pb-24">
        <BusinessInfo />
        <section aria-labelledby="send-message" className="lg:border-line lg:border-l lg:pl-16">
          <h2 id="send-message">Send Us a Message</h2>
          <ContactForm />
        </section>
      </div>
      {address && isShown(facts.claims.place) && <ContactMap address={address} />}
    </>
  );
}

function BusinessInfo() {
  const facts = useFacts();
  const [phone, email, address] = [shownPhone(facts), shownEmail(facts), shownAddress(facts)];
  return (
    <section aria-labelledby="business-info">
      <h2 id="business-info" className="sr-only">
        Ways to get in touch
      </h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
        {phone && (
          <InfoLine icon={<Icon name="icon-phone" className="size-5.5" />} title="Phone">
            <ContactLink contact={phone} className="link inline-flex min-h-11 items-center" />
          </InfoLine>
        )}
        {email && (
          <InfoLine icon={<Icon name="icon-mail" className="size-5.5" />} title="Email">
            <ContactLink contact={email} className="link inline-flex min-h-11 items-center" />
          </InfoLine>
        )}
        {address && (
          <InfoLine icon={<Icon name="icon-map-pin" className="size-5.5" />} title="Office">
            <address className="py-2 not-italic">
              {address.street}
              <br />
              {address.city}, {address.state} {address.zipCode} {address.isSample && <SampleMark />}
            </address>
          </InfoLine>
        )}
        <InfoLine icon={<Icon name="icon-clock" className="size-5.5" />} title="Hours">
          <HoursList />
          <OpenNow />
        </InfoLine>
      </ul>
      <div className="mt-8">
        <h3 className="mb-3">{facts.words.callBack.other}</h3>
        <CallBackForm />
      </div>
      <div className="card mt-8 flex items-start gap-4">
        <Icon name="icon-calendar-days" className="size-7 mt-1 text-brand" />
        <div>
          <h3>Rather pick a time?</h3>
          <p className="mt-1">{facts.words.contact.meetings}</p>
          <ButtonLink href="/book-meeting" className="mt-4">
            Book a Meeting
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function InfoLine({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[--spacing(11)_1fr] gap-x-4 max-phone:[&_ul_li]:flex-col">
      <span className="grid size-11 place-items-center rounded-card border border-line bg-surface text-brand">
        {icon}
      </span>
      <div>
        <h3 className="text-label">{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** Only the browser knows the present time: the page was built earlier. */
function OpenNow() {
  const [opening, setOpening] = useState<OpeningText>();
  useEffect(() => void readOpening().then(setOpening), []);
  return (
    <p className="open-now min-h-8" data-state={opening?.isOpen ? "open" : "closed"}>
      {opening?.text}
    </p>
  );
}
