import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { version } from "#package.json";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { signOut } from "#platform/web/sign-out.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { buttonClasses } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { ThemeToggle } from "../parts/theme-toggle.tsx";
import { AdminNavigation, type AdminPages, PlaceNavigation } from "./admin-navigation.tsx";
import { OfflineBanner } from "./offline-banner.tsx";

const ICON_BUTTON = buttonClasses({ variant: "quiet", size: "icon" });

type Props = {
  adminTools: ReactNode;
  adminPages: AdminPages;
  children: ReactNode;
};

export function SignedInLayout({ adminTools, adminPages, children }: Props) {
  const { company } = useFacts();
  const { user } = useSession();
  const { pathname } = useLocation();
  const isAdmin = user?.role === "admin";
  // An admin's own account belongs to the admin area.
  const isInAdminArea = /^\/admin(\/|$)/.test(pathname) || (isAdmin && pathname === "/account");
  const home = isAdmin ? "/admin" : "/dashboard";
  return (
    <>
      <header className="signed-in-bar on-deep print:hidden">
        <div className="wrap flex min-h-14 flex-wrap items-center gap-x-2">
          <Link to={home} className="inline-flex min-h-11 items-center font-display font-semibold text-h3">
            {isInAdminArea ? "Admin Dashboard" : "Dashboard"}
          </Link>
          <div className="order-last flex min-h-11 w-full min-w-0 items-center gap-3 text-small md:order-none md:ml-auto md:w-auto">
            <Account email={user?.email} isAdmin={isAdmin} />
            {isAdmin && !isInAdminArea && (
              <Link
                to="/admin"
                className={buttonClasses({ variant: "outline", size: "compact" }, "shrink-0 whitespace-nowrap")}
              >
                Admin Panel
              </Link>
            )}
            {isAdmin && isInAdminArea && adminTools}
          </div>
          <div className="ml-auto flex items-center md:ml-0">
            <ThemeToggle />
            <Link to={home} className={ICON_BUTTON} aria-label="Home" title="Home">
              <Icon name="icon-house" className="size-5" />
            </Link>
            <button type="button" className={ICON_BUTTON} aria-label="Logout" title="Logout" onClick={signOut}>
              <Icon name="icon-log-out" className="size-5" />
            </button>
          </div>
        </div>
        {isAdmin && isInAdminArea && <AdminNavigation pages={adminPages} />}
      </header>
      <OfflineBanner />
      {isAdmin && isInAdminArea && <PlaceNavigation pages={adminPages} />}
      {children}
      <footer className="border-line border-t print:hidden">
        <p className="wrap flex flex-wrap justify-between gap-x-6 py-4 text-muted text-small">
          Built by {company.name} for the people who run it. <span>Version {version}</span>
        </p>
      </footer>
    </>
  );
}

function Account({ email, isAdmin }: { email: string | undefined; isAdmin: boolean }) {
  return (
    <>
      {email && (
        <Link to="/account" className="link inline-flex min-h-11 min-w-0 items-center" title="Your account">
          <span className="truncate">{email}</span>
        </Link>
      )}
      {isAdmin && (
        <Badge tone="lamp" icon="icon-shield-check">
          Admin
        </Badge>
      )}
    </>
  );
}
