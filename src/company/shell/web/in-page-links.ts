import { forget, recall, remember } from "#platform/web/tab-storage.ts";

const ARRIVAL_KEY = "scroll-to";
const ARRIVAL_DELAY_MS = 100;

/** Without this script the browser jumps to the section. */
export function startInPageLinks(): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-glide]") : null;
    if (!link) return;
    event.preventDefault();
    const section = link.hash.slice(1);
    if (link.pathname === location.pathname && glideTo(section)) history.pushState(null, "", link.hash);
    else openAt(link, section);
  });
  arrive();
}

function openAt(link: HTMLAnchorElement, section: string): void {
  remember(ARRIVAL_KEY, section);
  // Without storage the browser jumps to the section.
  location.assign(recall(ARRIVAL_KEY) === section ? link.pathname : link.href);
}

function arrive(): void {
  const section = recall(ARRIVAL_KEY);
  if (typeof section !== "string") return;
  forget(ARRIVAL_KEY);
  setTimeout(() => {
    if (glideTo(section)) history.replaceState(null, "", `#${section}`);
  }, ARRIVAL_DELAY_MS);
}

function glideTo(id: string): boolean {
  const section = document.getElementById(id);
  if (!section) return false;
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: isReduced ? "instant" : "smooth" });
  // Keyboards and screen readers continue from the section, not from the link.
  section.focus({ preventScroll: true });
  return true;
}
