import { Menu, Moon, Phone, Sun, X } from "lucide-react";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { company } from "#site";
import { PHONE_LINK } from "../contact-links.ts";
import { Logo } from "../parts/logo.tsx";

const LINKS = [
  { href: "/", label: "Home" },
  { href: "/#how-it-works", label: "How It Works" },
  { href: "/about", label: "About Us" },
  { href: "/contact", label: "Contact" },
];

/** The fixed top bar. On small screens the links and both buttons sit in a panel behind the menu button. */
export function SiteBar({ currentPath }: { currentPath: string }) {
  return (
    <header className="site-bar">
      <div className="site-bar-row">
        <a href="/" className="site-bar-logo" aria-label={`${company.name}, home`}>
          <Logo />
        </a>
        <a href={PHONE_LINK} className="site-bar-call" aria-label={`Call ${company.phone}`}>
          <Phone size={20} aria-hidden="true" />
          <span className="site-bar-number">{company.phone}</span>
        </a>
        <button
          type="button"
          data-menu-toggle=""
          className="button button-quiet button-icon site-bar-menu-button"
          aria-expanded="false"
          aria-controls="site-menu"
          aria-label="Menu"
        >
          <Menu size={24} aria-hidden="true" className="when-closed" />
          <X size={24} aria-hidden="true" className="when-open" />
        </button>
        <div id="site-menu" data-menu="" className="site-menu">
          <nav aria-label="Main">
            <ul className="site-menu-links">
              {LINKS.map(({ href, label }) => (
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
          <div className="site-menu-actions">
            <ButtonLink href="/login" variant="outline">
              Sign In
            </ButtonLink>
            <ButtonLink href="/book-meeting" variant="brand">
              Book a Meeting
            </ButtonLink>
          </div>
        </div>
        <ThemeToggle />
      </div>
    </header>
  );
}

function ThemeToggle() {
  return (
    <button
      type="button"
      data-theme-toggle=""
      className="button button-quiet button-icon site-bar-theme"
      aria-pressed="false"
      aria-label="Toggle light/dark theme"
      title="Toggle light/dark theme"
    >
      <Moon size={20} aria-hidden="true" className="dark:hidden" />
      <Sun size={20} aria-hidden="true" className="hidden dark:block" />
    </button>
  );
}
