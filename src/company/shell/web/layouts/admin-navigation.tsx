import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Icon } from "#platform/web/ui/icon.tsx";

export type AdminLink = { to: string; label: string };
type Props = { links: readonly AdminLink[]; currentPath: string };

export function AdminNavigation({ links, currentPath }: Props) {
  return (
    <nav aria-label="Admin" className="border-line border-t">
      <div className="wrap">
        <AdminMenu key={currentPath} links={links} currentPath={currentPath} />
        <div className="-ml-4 hidden gap-1 lg:flex">
          <AdminLinks links={links} currentPath={currentPath} />
        </div>
      </div>
    </nav>
  );
}

function AdminMenu({ links, currentPath }: Props) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const current = links.find(({ to }) => to === currentPath);

  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [isOpen]);

  return (
    <div ref={menu} className="relative lg:hidden">
      <button
        ref={toggle}
        type="button"
        className="flex min-h-12 w-full items-center gap-2 font-semibold"
        aria-expanded={isOpen}
        aria-controls="admin-menu"
        onClick={() => setOpen(!isOpen)}
      >
        Admin Menu
        <Icon name="icon-chevron-down" className={`size-5 ${isOpen ? "rotate-180" : ""}`} />
        <span className="ml-auto font-normal text-small" aria-hidden="true">
          {current?.label}
        </span>
      </button>
      <div id="admin-menu" className={isOpen ? "admin-menu" : "hidden"}>
        {isOpen && <AdminLinks links={links} currentPath={currentPath} />}
      </div>
    </div>
  );
}

function AdminLinks({ links, currentPath }: Props) {
  return links.map(({ to, label }) => (
    <Link key={to} to={to} className="admin-link" aria-current={to === currentPath ? "page" : undefined}>
      {label}
    </Link>
  ));
}
