import { isSample } from "#company/facts/claims.ts";
import { linksIn } from "#company/facts/pages/pages.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownAddress, shownEmail, shownPhone } from "#company/shell/shown.ts";
import { HoursList } from "../parts/hours-list.tsx";
import { Logo } from "../parts/logo.tsx";
import { ContactLink } from "../parts/reach.tsx";
import { SampleMark } from "../parts/sample-mark.tsx";
import { SocialIcon } from "../parts/social-icon.tsx";
import { ThemeChoice } from "../parts/theme-choice.tsx";

const PAGES = [
  { href: "/", label: "Home" },
  { href: "/about", label: "About Us" },
  { href: "/book-meeting", label: "Book a Meeting" },
  { href: "/contact", label: "Contact" },
];

const LEGAL = [
  { href: "/login", label: "Staff Login" },
  { href: "/privacy", label: "Privacy Policy" },
  { href: "/terms", label: "Terms of Service" },
  { href: "/accessibility", label: "Accessibility" },
];

const HEADING = "mb-2 font-body text-lot uppercase leading-[1.2]";
const LINK = "link wrap-anywhere inline-flex min-h-11 min-w-11 items-center";
const ICON = "grid size-11 place-items-center rounded-control border";

export function SiteFooter() {
  const facts = useFacts();
  const { claims, company, words } = facts;
  return (
    <footer className="on-deep border-line border-t text-small sm:text-label font-normal leading-normal print:hidden">
      <div className="wrap grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-4 pt-7 pb-4 sm:grid-cols-2 sm:gap-x-12 sm:gap-y-10 sm:pt-16 sm:pb-12 lg:grid-cols-[4fr_2fr_3fr_3fr]">
        <div className="max-sm:col-span-full">
          <Logo isOnDeep />
          <p className="mt-3 sm:max-w-[32ch]">
            {words.footer.text} {isSample(claims.footer) && <SampleMark />}
          </p>
          <SocialLinks />
        </div>
        <nav aria-label="Footer">
          <h2 className={HEADING}>Pages</h2>
          <LinkList links={[...PAGES, ...linksIn(facts, "footer")]} />
        </nav>
        <div>
          <h2 className={HEADING}>Contact</h2>
          <ContactDetails />
        </div>
        <div className="max-sm:col-span-full">
          <h2 className={HEADING}>Hours</h2>
          <OpeningHours />
        </div>
      </div>
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-2 border-line border-t py-4 sm:gap-y-4 sm:py-6">
          <nav aria-label="Legal and staff">
            <LinkList links={LEGAL} className="flex flex-wrap gap-x-6" />
          </nav>
          <ThemeChoice />
          <p className="text-small">
            © {company.name}. {words.footer.end}
          </p>
        </div>
      </div>
    </footer>
  );
}

function LinkList({ links, className }: { links: { href: string; label: string }[]; className?: string }) {
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href} className={LINK}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function ContactDetails() {
  const facts = useFacts();
  const address = shownAddress(facts);
  return (
    <ul>
      {[shownPhone(facts), shownEmail(facts)].map(
        (contact) =>
          contact && (
            <li key={contact.href}>
              <ContactLink contact={contact} className={LINK} />
            </li>
          ),
      )}
      {address && (
        <li className="py-2.5">
          {address.street},<br />
          {address.city}, {address.state} {address.zipCode} {address.isSample && <SampleMark />}
        </li>
      )}
    </ul>
  );
}

function OpeningHours() {
  const { bookingRules } = useFacts();
  return (
    <>
      <div className="mt-1.5">
        <HoursList />
      </div>
      <p data-open-now="" className="open-now" />
      {bookingRules.closedDates.length > 0 && <p className="mt-2 text-small">Closed on some holidays.</p>}
    </>
  );
}

function SocialLinks() {
  const { socialLinks, hideEmptySocialLinks } = useFacts();
  const shown = socialLinks.filter(({ url }) => url || !hideEmptySocialLinks);
  if (shown.length === 0) return null;
  return (
    <ul className="mt-3 flex gap-2 sm:mt-6" aria-label="Social media">
      {shown.map(({ name, url }) => (
        <li key={name}>
          {url ? (
            <a
              href={url}
              className={`${ICON} border-control text-lamp hover:border-lamp`}
              rel="noopener"
              aria-label={name}
            >
              <SocialIcon name={name} />
            </a>
          ) : (
            <span className={`${ICON} border-transparent`} role="img" aria-label={`${name}, not set up yet`}>
              <SocialIcon name={name} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
