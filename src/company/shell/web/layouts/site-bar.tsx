import { linksIn } from "#company/facts/pages/pages.ts";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { CALL_BACK_PAGE } from "#company/shell/call-back.ts";
import { shownPhone } from "#company/shell/shown.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Logo } from "../parts/logo.tsx";
import { SampleMark } from "../parts/sample-mark.tsx";

function linksOf(facts: Facts) {
  return [
    { href: "/", label: "Home" },
    { href: "/#how-it-works", label: "How It Works" },
    { href: "/about", label: "About Us" },
    ...linksIn(facts, "bar"),
    { href: "/contact", label: "Contact" },
  ];
}

const IN_BAR = "bar:min-h-11 bar:whitespace-nowrap bar:px-4";

const ROW =
  "mx-auto flex min-h-(--bar) max-w-336 items-center gap-1 px-[max(min(--spacing(4),5vw),calc(var(--gutter)_-_--spacing(4)))] sm:px-(--gutter) max-bar:no-script:flex-wrap max-bar:no-script:pt-2 bar:flex-wrap bar:gap-x-3 bar:gap-y-0 xl:max-w-none xl:px-(--edge)";

export function SiteBar({ currentPath }: { currentPath: string }) {
  const facts = useFacts();
  const { company } = facts;
  return (
    <header className="site-bar">
      <div className={ROW}>
        <a href="/" className="mr-auto flex min-h-11 min-w-0 items-center" aria-label={`${company.name}, home`}>
          <Logo />
        </a>
        <PhoneInBar />
        <a
          href={CALL_BACK_PAGE}
          className="link inline-flex min-h-11 -ml-1.5 w-13 shrink-0 items-center text-lot tracking-normal leading-tight max-phone:hidden sm:w-auto bar:hidden"
        >
          Call me back
        </a>
        <button
          type="button"
          data-menu-toggle=""
          className="button button-quiet button-icon group order-1 bar:hidden no-script:hidden"
          aria-expanded="false"
          aria-controls="site-menu"
          aria-label="Menu"
        >
          <Icon name="icon-menu" className="size-6 group-aria-expanded:hidden" />
          <Icon name="icon-x" className="size-6 hidden group-aria-expanded:block" />
        </button>
        <div id="site-menu" data-menu="" className="site-menu">
          <nav aria-label="Main">
            <ul className="site-menu-links bar:flex bar:flex-wrap bar:gap-1">
              {linksOf(facts).map(({ href, label }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={href === currentPath ? "page" : undefined}
                    data-glide={href.includes("#") ? "" : undefined}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-5 grid gap-3 bar:mt-0 bar:flex">
            <ButtonLink href={CALL_BACK_PAGE} variant="outline" className="bar:hidden">
              Call Me Back
            </ButtonLink>
            <ButtonLink href="/login" variant="outline" className={IN_BAR}>
              Sign In
            </ButtonLink>
            <ButtonLink href="/book-meeting" variant="brand" className={IN_BAR}>
              Book a Meeting
            </ButtonLink>
          </div>
        </div>
        <ThemeToggle />
      </div>
    </header>
  );
}

function PhoneInBar() {
  const facts = useFacts();
  const phone = shownPhone(facts);
  if (!phone) return null;
  return (
    <div className="flex items-center xl:flex-col">
      <a
        href={phone.href}
        className="inline-flex min-h-11 min-w-(--press) items-center justify-center gap-2 rounded-control font-semibold text-brand hover:bg-band xl:px-3"
        aria-label={`Call ${phone.text}`}
      >
        <Icon name="icon-phone" className="size-5" />
        <span className="hidden xl:inline">{phone.text}</span>
      </a>
      {phone.isSample && <SampleMark className="xl:-mt-2 max-xl:sr-only" />}
    </div>
  );
}

function ThemeToggle() {
  return (
    <button
      type="button"
      data-theme-toggle=""
      className="button button-quiet button-icon no-script:hidden"
      aria-pressed="false"
      aria-label="Toggle light/dark theme"
      title="Toggle light/dark theme"
    >
      <Icon name="icon-moon" className="size-5 dark:hidden" />
      <Icon name="icon-sun" className="size-5 hidden dark:block" />
    </button>
  );
}
