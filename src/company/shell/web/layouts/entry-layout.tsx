import type { ReactNode } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownEmail, shownPhone } from "#company/shell/shown.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { Logo } from "../parts/logo.tsx";
import { ContactLink } from "../parts/reach.tsx";
import { SampleMark } from "../parts/sample-mark.tsx";
import { ThemeToggle } from "../parts/theme-toggle.tsx";

export function EntryLayout({ children }: { children: ReactNode }) {
  const facts = useFacts();
  const phone = shownPhone(facts);
  const contact = phone ?? shownEmail(facts);
  return (
    <>
      <header className="border-line border-b bg-bg">
        <div className="wrap flex min-h-(--bar) flex-wrap items-center">
          <a
            href="/"
            className="mr-auto flex min-h-11 items-center bar:mr-2"
            aria-label={`${facts.company.name}, home`}
          >
            <Logo />
          </a>
          {phone && (
            <a
              href={phone.href}
              className="ml-auto inline-flex min-h-11 min-w-(--press) items-center justify-center gap-2 rounded-control px-2 font-semibold text-brand hover:bg-band"
              aria-label={`Call ${phone.text}`}
            >
              <Icon name="icon-phone" className="size-5" />
              <span className="hidden sm:inline">{phone.text}</span>
            </a>
          )}
          {phone?.isSample && <SampleMark className="max-sm:sr-only" />}
          <a href="/contact" className="hidden min-h-11 items-center px-2 font-semibold slim:inline-flex sm:px-4">
            Contact
          </a>
          <ThemeToggle />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="bg-band px-(--gutter) py-10 sm:py-16">
        <div className="mx-auto w-full max-w-(--panel)">
          {children}
          <div className="mt-6 text-center">
            <ButtonLink href="/" variant="quiet">
              <Icon name="icon-arrow-left" className="size-5" />
              Back to Home
            </ButtonLink>
          </div>
        </div>
      </main>
      <footer className="border-line border-t">
        <div className="wrap flex flex-wrap items-center gap-x-6 py-4 text-small">
          {contact && (
            <span>
              <ContactLink contact={contact} className="link inline-flex min-h-11 items-center" />
            </span>
          )}
          <a href="/contact" className="link inline-flex min-h-11 items-center">
            Contact
          </a>
          <a href="/privacy" className="link inline-flex min-h-11 items-center">
            Privacy Policy
          </a>
          <a href="/terms" className="link inline-flex min-h-11 items-center">
            Terms of Service
          </a>
          <a href="/accessibility" className="link inline-flex min-h-11 items-center">
            Accessibility
          </a>
        </div>
      </footer>
    </>
  );
}
