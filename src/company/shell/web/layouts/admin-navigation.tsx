import { useEffect, useRef, useState } from "react";
import { Link, matchPath, useLocation } from "react-router";
import { Icon, type IconName } from "#platform/web/ui/icon.tsx";
import { PLACES, type Place, type Route } from "../page.ts";

type PlaceLink = { place: Place; to: string };
type TabLink = PlaceLink & { label: string; order: number };

export type AdminPages = readonly Pick<Route, "path" | "dialog" | "navigation" | "duties">[];

/** What one needs in the street: on a phone these are one press away. */
const NEAREST: readonly (readonly [Place, IconName])[] = [
  ["Dashboard", "icon-list-checks"],
  ["Leads", "icon-columns-3"],
  ["Bookings", "icon-calendar-days"],
  ["Contacts", "icon-inbox"],
];

function tabsOf(pages: AdminPages): TabLink[] {
  return pages
    .flatMap(({ path, navigation }) =>
      (navigation?.tabs ?? []).map(({ label, order, search = "", place }) => ({
        place: place ?? navigation?.place ?? "Dashboard",
        to: path + search,
        label,
        order,
      })),
    )
    .sort((one, other) => one.order - other.order);
}

/** A page whose path is no pattern comes before one that also matches: /admin/people/requests before /admin/people/:id. */
export function pageAt(pages: AdminPages, pathname: string) {
  const matching = pages.filter(
    ({ path, dialog }) => matchPath(path, pathname) || (dialog && matchPath(dialog, pathname)),
  );
  return matching.find(({ path }) => path === pathname) ?? matching[0];
}

/** The tab of this page whose view is shown, or else the page's own. */
function tabAt(tabs: readonly TabLink[], path: string | undefined, search: string): TabLink | undefined {
  const shown = new URLSearchParams(search);
  const own = tabs.filter(({ to }) => to.split("?")[0] === path);
  const viewOf = ({ to }: TabLink) => [...new URLSearchParams(to.split("?")[1])];
  const fitting = own.filter((tab) => viewOf(tab).every(([name, value]) => shown.get(name) === value));
  return fitting.sort((one, other) => viewOf(other).length - viewOf(one).length)[0];
}

export function AdminNavigation({ pages }: { pages: AdminPages }) {
  const { pathname, search } = useLocation();
  const tabs = tabsOf(pages);
  const links = PLACES.flatMap((place) => tabs.find((tab) => tab.place === place) ?? []);
  const page = pageAt(pages, pathname);
  const current = tabAt(tabs, page?.path, search)?.place ?? page?.navigation?.place;
  return (
    <nav aria-label="Admin" className="border-line border-t">
      <div className="wrap">
        <AdminMenu key={pathname} links={links} current={current} />
        <div className="-ml-4 hidden gap-1 lg:flex">
          <AdminLinks links={links} current={current} />
        </div>
      </div>
    </nav>
  );
}

/** The pages of a place that has several. */
export function PlaceNavigation({ pages }: { pages: AdminPages }) {
  const { pathname, search } = useLocation();
  const page = pageAt(pages, pathname);
  const all = tabsOf(pages);
  const tab = tabAt(all, page?.path, search);
  const place = tab?.place ?? page?.navigation?.place;
  const tabs = all.filter((one) => one.place === place);
  if (!page || tabs.length < 2) return null;
  const here = tab?.to;
  return (
    <nav aria-label={place} className="admin-tabs print:hidden">
      <div className="wrap">
        <div className="-mx-4 flex gap-1 overflow-x-auto">
          {tabs.map(({ to, label }) => (
            <Link
              key={to === here ? "here" : to}
              ref={to === here ? showHere : undefined}
              to={to}
              className="admin-link"
              aria-current={to === here ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </div>
      </div>
    </nav>
  );
}

/** The row of a place with many pages scrolls sideways on a phone. */
function showHere(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
}

type Props = { links: readonly PlaceLink[]; current: Place | undefined };

function AdminMenu({ links, current }: Props) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

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
    <div ref={menu} className="relative flex lg:hidden">
      <button
        ref={toggle}
        type="button"
        className="flex min-h-12 grow items-center gap-2 font-semibold"
        aria-expanded={isOpen}
        aria-controls="admin-menu"
        onClick={() => setOpen(!isOpen)}
      >
        Admin Menu
        <Icon name="icon-chevron-down" className={`size-5 ${isOpen ? "rotate-180" : ""}`} />
      </button>
      {NEAREST.flatMap(([place, icon]) => {
        const link = links.find((one) => one.place === place);
        return link ? [{ ...link, icon }] : [];
      }).map(({ place, to, icon }) => (
        <Link
          key={place}
          to={to}
          className="admin-link admin-link-icon"
          aria-label={place}
          title={place}
          aria-current={place === current ? "page" : undefined}
        >
          <Icon name={icon} className="size-5" />
        </Link>
      ))}
      <div id="admin-menu" className={isOpen ? "admin-menu" : "hidden"}>
        {isOpen && <AdminLinks links={links} current={current} />}
      </div>
    </div>
  );
}

function AdminLinks({ links, current }: Props) {
  return links.map(({ place, to }) => (
    <Link key={place} to={to} className="admin-link" aria-current={place === current ? "page" : undefined}>
      {place}
    </Link>
  ));
}
