// The secrets of this tab: which link it may manage a meeting with. Gone with the tab.
// One that was opened is kept with its entry in the history and nowhere else: Back and Forward lead each to its own meeting.
import { recall, remember } from "#platform/web/session-memory.ts";

const BOOKED_KEY = "booked-link";

/** Keeps the link for the page that confirms the booking; whoever opens that page elsewhere does not get it. */
export function keepBookedLink(bookingId: string, url: string): void {
  remember(BOOKED_KEY, { bookingId, url });
}

export function keptBookedLink(bookingId: string): string | undefined {
  const kept = Object(recall(BOOKED_KEY));
  return kept.bookingId === bookingId && typeof kept.url === "string" ? kept.url : undefined;
}

/**
 * The secret of this entry in the history, "" where it has none. One that stands in the address is taken out of sight of
 * screenshots, shared addresses and the list of visited pages. `present` is that of the entry before, which a link to a part
 * of the page goes on with.
 */
export function takeToken(present: string): string {
  const fragment = location.hash.slice(1);
  if (fragment.includes(".")) return keepToken(fragment, location.pathname + location.search);
  const kept: unknown = Object(history.state).manageToken;
  if (typeof kept === "string") return kept;
  return keepToken(location.href.includes("#") ? present : "", location.href);
}

function keepToken(manageToken: string, address: string): string {
  history.replaceState({ ...history.state, manageToken }, "", address);
  return manageToken;
}
