// The secrets of this tab: which link it may manage a meeting with. Gone with the tab.
// One that was opened is kept with its entry in the history and nowhere else: Back and Forward lead each to its own meeting.
import { recall, remember } from "#platform/web/tab-storage.ts";

const BOOKED_KEY = "booked-link";

type Booked = { manageUrl?: string | undefined; confirmationAt?: string | undefined };

/** Keeps what only the browser that booked is told, for the page that confirms the booking. */
export function keepBooked(bookingId: string, { manageUrl, confirmationAt }: Booked): void {
  remember(BOOKED_KEY, { bookingId, manageUrl, confirmationAt });
}

export function keptBooked(bookingId: string): Booked {
  const { bookingId: kept, manageUrl, confirmationAt } = Object(recall(BOOKED_KEY));
  if (kept !== bookingId) return {};
  return { manageUrl: textOrNothing(manageUrl), confirmationAt: textOrNothing(confirmationAt) };
}

function textOrNothing(kept: unknown): string | undefined {
  return typeof kept === "string" ? kept : undefined;
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
