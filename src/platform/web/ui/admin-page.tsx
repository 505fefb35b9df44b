import { Icon } from "./icon.tsx";
import "./admin-page.css";
import type { ReactNode } from "react";
import { Link } from "react-router";

type Props = {
  title: string;
  subtitle: string;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** Takes the width of the window. */
  isWide?: boolean;
  children: ReactNode;
};

export function AdminPage({ title, subtitle, back, actions, isWide = false, children }: Props) {
  return (
    <main id="main" tabIndex={-1} className={`wrap admin-page ${isWide ? "px-5" : ""}`}>
      {back && (
        <Link to={back.to} className="link inline-flex min-h-11 items-center gap-2 print:hidden">
          <Icon name="icon-arrow-left" />
          {back.label}
        </Link>
      )}
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
        <div className="min-w-0">
          <h1 className="text-page">{title}</h1>
          <p className="text-muted">{subtitle}</p>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
      {children}
    </main>
  );
}
